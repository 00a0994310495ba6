"""Which addresses of the network a webhook may lead to."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("::/96"))
"""Addresses that lead to an IPv4 one through a translator."""


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the public internet: not private, loopback, link-local, shared or reserved.

    One that stands for an IPv4 address in some way is refused, but for a mapped public one.
    """
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip.sixtofour is not None or ip.teredo is not None or any(ip in net for net in _TRANSLATED):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved
