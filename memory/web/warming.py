"""What a server loads beside its start, so that no turn waits for it."""

import asyncio
import gc

from memory.models.chat import load_packages
from memory.models.tokenizer import warm


async def warm_up() -> None:
    """Load the tokenizer and what the settings' model needs, and let Python's collector pass over all that stays.

    A full collection looks at every object that was ever loaded: some 200,000 after the start, a tenth of a second in
    which no turn goes on. What is frozen is not looked at again; it lives as long as the process in any case.
    """
    await asyncio.gather(asyncio.to_thread(warm), asyncio.to_thread(load_packages))
    gc.collect()
    gc.freeze()
