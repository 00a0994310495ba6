"""Encryption of a backup with a passphrase: scrypt, then AES-256-GCM over chunks, as the STREAM construction has it.

A chunk's nonce holds its number and whether it is the last, so that none can be changed, left out, put elsewhere or
cut off unseen; the header of the backup is authenticated with each.
"""

import base64
from collections.abc import Iterator
from typing import TypedDict

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

CHUNK = 2**16
"""Bytes of a chunk before it is encrypted."""
SALT_BYTES, PREFIX_BYTES = 16, 7
_TAG = 16
_SEALED = CHUNK + _TAG
_COST, _BLOCKS = 2**17, 8  # 128 MB and about half a second; part of the format, so that no file can ask for more
_NUMBER_BYTES = 4


class SealParameters(TypedDict):
    """What a header tells of the encryption; both are random and told to anyone."""

    salt: str
    """Base64."""
    prefix: str
    """Base64, of the nonces."""


class SealError(ValueError):
    """A chunk does not open: another passphrase, or it was changed."""


def seal_parameters(salt: bytes, prefix: bytes) -> SealParameters:
    """Return what the header tells of `SALT_BYTES` and `PREFIX_BYTES` random bytes."""
    return {"salt": base64.b64encode(salt).decode(), "prefix": base64.b64encode(prefix).decode()}


def sealing_key(passphrase: str, parameters: SealParameters) -> bytes:
    """Return the key; slow on purpose. Raises ValueError: the parameters are none."""
    salt = base64.b64decode(parameters["salt"], validate=True)
    if len(salt) != SALT_BYTES:
        raise ValueError("salt")
    return Scrypt(salt=salt, length=32, n=_COST, r=_BLOCKS, p=1).derive(passphrase.encode("utf-8", "surrogatepass"))


class _Chunks:
    def __init__(self, key: bytes, parameters: SealParameters, header: bytes) -> None:
        self._aes, self._header = AESGCM(key), header
        self._prefix = base64.b64decode(parameters["prefix"], validate=True)
        if len(self._prefix) != PREFIX_BYTES:
            raise ValueError("prefix")
        self._held, self._number = bytearray(), 0

    def _nonce(self, *, last: bool) -> bytes:
        nonce = self._prefix + self._number.to_bytes(_NUMBER_BYTES) + bytes([last])
        self._number += 1
        return nonce


class Seal(_Chunks):
    """Encrypts a stream."""

    def add(self, data: bytes) -> bytes:
        """Return the chunks that are full; the end of what was added is held back, as it may be the last."""
        self._held += data
        out = bytearray()
        while len(self._held) > CHUNK:
            out += self._aes.encrypt(self._nonce(last=False), bytes(self._held[:CHUNK]), self._header)
            del self._held[:CHUNK]
        return bytes(out)

    def last(self, data: bytes) -> bytes:
        """Return the rest."""
        full = self.add(data)
        return full + self._aes.encrypt(self._nonce(last=True), bytes(self._held), self._header)


class Opening(_Chunks):
    """Decrypts a stream."""

    def add(self, data: bytes) -> Iterator[bytes]:
        """Yield what full chunks held. Raises SealError."""
        self._held += data
        while len(self._held) > _SEALED:
            yield self._opened(bytes(self._held[:_SEALED]), last=False)
            del self._held[:_SEALED]

    def last(self) -> bytes:
        """Return what the last chunk held. Raises SealError: also where the stream was cut off."""
        return self._opened(bytes(self._held), last=True)

    def _opened(self, chunk: bytes, *, last: bool) -> bytes:
        try:
            return self._aes.decrypt(self._nonce(last=last), chunk, self._header)
        except InvalidTag as error:
            raise SealError("a chunk does not open") from error
