"""Temporary arrays of a game's rules, without an allocation.

A rule may make arrays: `board = s.board.copy()`. Numba would allocate each, count its references and free it again, a hundred
nanoseconds a node and more. What a rule makes is dead when its entry point returns, since the state is copied into the
search's own memory. So arrays made below an entry point lie one behind the other in a block that each thread has, and the
entry point gives all of it back at once: a region, as in M. Tofte and J.-P. Talpin, "Region-based memory management" (1997).

The block is a range of addresses; the system gives it memory when it is first touched. What does not fit is allocated apart,
in a list that is freed with the region. A rule that raises leaves its arrays behind: `give_back` follows. Entry points that use
lists, sets or dicts, whose memory is counted in other ways, keep Numba's own allocation.
"""

from __future__ import annotations

import ctypes
import functools
import os
from typing import Any

import llvmlite.binding as llvm
from numba.core.runtime.nrt import rtsys

BLOCK = 64 * 2**20  # bytes of addresses
FIRST = 64  # offset of the first array in a block; before it, words: the offset of the free part, the list of what did not fit
KEY_SYMBOL = "counterplay_region_key"
MADE = {"NRT_MemInfo_alloc", "NRT_MemInfo_alloc_aligned"}  # Numba's functions that make arrays
COUNTING = {"NRT_MemInfo_data_fast", "NRT_MemInfo_call_dtor"}  # its functions that reach into arrays, or end them

NO_REGION = """
define linkonce_odr i64 @counterplay_mark() alwaysinline { ret i64 0 }
define linkonce_odr void @counterplay_release(i64 %marked) alwaysinline { ret void }
"""

# Views of memory that they do not own, and temporary arrays in a region, have nothing to count. Unlike Numba's, these are no
# "linkonce" definitions: they take the place of those that its own functions (np.roll, .sum()) bring along.
UNCOUNTED = """
define void @NRT_incref(ptr %info) alwaysinline { ret void }
define void @NRT_decref(ptr %info) alwaysinline { ret void }
define ptr @NRT_MemInfo_data_fast(ptr %info) alwaysinline {
  %place = getelementptr i8, ptr %info, i64 24
  %data = load ptr, ptr %place
  ret ptr %data
}
"""

# An array has the head that Numba expects of one (references, destructor, its argument, data, size, allocator), 64 bytes, and
# then its data; references are not counted. One that did not fit has 64 bytes more before it, which lead to the next.
REGION = f"""
@{KEY_SYMBOL} = external global i32
declare ptr @pthread_getspecific(i32)
declare i32 @pthread_setspecific(i32, ptr)
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)

define internal ptr @counterplay_block() {{
  %key = load i32, ptr @{KEY_SYMBOL}
  %known = call ptr @pthread_getspecific(i32 %key)
  %missing = icmp eq ptr %known, null
  br i1 %missing, label %make, label %done
make:
  %fresh = call ptr @aligned_alloc(i64 64, i64 {BLOCK})
  %failed = icmp eq ptr %fresh, null
  br i1 %failed, label %done, label %set
set:
  store i64 {FIRST}, ptr %fresh
  %apart = getelementptr i8, ptr %fresh, i64 8
  store ptr null, ptr %apart
  %ignored = call i32 @pthread_setspecific(i32 %key, ptr %fresh)
  br label %done
done:
  %block = phi ptr [ %known, %0 ], [ null, %make ], [ %fresh, %set ]
  ret ptr %block
}}

define linkonce_odr i64 @counterplay_mark() {{
  %block = call ptr @counterplay_block()
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %none, label %some
none:
  ret i64 {FIRST}
some:
  %top = load i64, ptr %block
  ret i64 %top
}}

define linkonce_odr void @counterplay_release(i64 %marked) {{
  %block = call ptr @counterplay_block()
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %none, label %some
none:
  ret void
some:
  store i64 %marked, ptr %block
  %apart = getelementptr i8, ptr %block, i64 8
  %first = load ptr, ptr %apart
  %fitted = icmp eq ptr %first, null
  br i1 %fitted, label %none, label %freeing
freeing:
  %piece = phi ptr [ %first, %some ], [ %next, %freeing ]
  %next = load ptr, ptr %piece
  call void @free(ptr %piece)
  %last = icmp eq ptr %next, null
  br i1 %last, label %freed, label %freeing
freed:
  store ptr null, ptr %apart
  ret void
}}

define internal ptr @counterplay_head(ptr %info, i64 %size) {{
  %data = getelementptr i8, ptr %info, i64 64
  store i64 1, ptr %info
  %p1 = getelementptr i8, ptr %info, i64 8
  store ptr null, ptr %p1
  %p2 = getelementptr i8, ptr %info, i64 16
  store ptr null, ptr %p2
  %p3 = getelementptr i8, ptr %info, i64 24
  store ptr %data, ptr %p3
  %p4 = getelementptr i8, ptr %info, i64 32
  store i64 %size, ptr %p4
  %p5 = getelementptr i8, ptr %info, i64 40
  store ptr null, ptr %p5
  ret ptr %info
}}

define linkonce_odr noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {{
  %block = call ptr @counterplay_block()
  %missing = icmp eq ptr %block, null
  %absurd = icmp ugt i64 %size, {2**48}
  %hopeless = or i1 %missing, %absurd
  br i1 %hopeless, label %none, label %some
none:
  ret ptr null
some:
  %top = load i64, ptr %block
  %padded = add i64 %size, 127
  %taken = and i64 %padded, -64
  %after = add i64 %top, %taken
  %full = icmp ugt i64 %after, {BLOCK}
  br i1 %full, label %beside, label %room
beside:
  %more = add i64 %taken, 64
  %piece = call ptr @aligned_alloc(i64 64, i64 %more)
  %failed = icmp eq ptr %piece, null
  br i1 %failed, label %none, label %chained
chained:
  %apart = getelementptr i8, ptr %block, i64 8
  %next = load ptr, ptr %apart
  store ptr %next, ptr %piece
  store ptr %piece, ptr %apart
  %beyond = getelementptr i8, ptr %piece, i64 64
  %large = call ptr @counterplay_head(ptr %beyond, i64 %size)
  ret ptr %large
room:
  store i64 %after, ptr %block
  %within = getelementptr i8, ptr %block, i64 %top
  %small = call ptr @counterplay_head(ptr %within, i64 %size)
  ret ptr %small
}}

define linkonce_odr noalias ptr @NRT_MemInfo_alloc(i64 %size) {{
  %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 32)
  ret ptr %info
}}
"""


@functools.cache
def region_key() -> Any:
    """The key under which each thread finds its block, where native code looks it up; None where threads are not POSIX's."""
    if os.name != "posix":
        return None
    process = ctypes.CDLL(None)
    key = ctypes.c_uint32()
    if process.pthread_key_create(ctypes.byref(key), process.free) != 0:
        return None
    llvm.add_symbol(KEY_SYMBOL, ctypes.addressof(key))
    return key


def give_back() -> None:
    """Free what rules that raised an exception have left in this thread's region; no native code runs on it now."""
    key = region_key()
    if key is None:
        return
    process = ctypes.CDLL(None)
    process.pthread_getspecific.restype = ctypes.c_void_p
    block = process.pthread_getspecific(key)
    if block is None:
        return
    words = (ctypes.c_int64 * 2).from_address(block)
    words[0], piece, words[1] = FIRST, words[1], 0
    while piece:
        following = ctypes.c_int64.from_address(piece).value
        process.free(ctypes.c_void_p(piece))
        piece = following


def memory_functions(module: Any) -> tuple[str, bool]:
    """LLVM code for the memory of a linked entry point, and whether Numba's own is still wanted."""
    used = {f.name for f in module.functions if f.is_declaration and f.name.startswith("NRT_MemInfo_")} - COUNTING
    if not used:
        return NO_REGION + UNCOUNTED, False
    if used <= MADE and region_key() is not None:
        return REGION + UNCOUNTED, False
    return NO_REGION, True


def rename_memory(module: Any) -> None:
    """Give the functions that stand in for Numba's names of their own.

    Machine code finds what it calls by name, and in LLVM's MCJIT even functions that are internal to one module are found by
    others: a kernel that counts references would be given arrays from a region, and free them.
    """
    for function in list(module.functions):
        if function.name.startswith("NRT_MemInfo_") or function.name in ("NRT_incref", "NRT_decref"):
            if not function.is_declaration:
                function.name = f"counterplay_{function.name}"


def is_numbas_own(library: Any) -> bool:
    """Whether a library holds Numba's counting of references."""
    return library is rtsys.library
