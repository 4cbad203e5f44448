"""The kernel: one source of rules, run compiled by numba or as the plain Python it is.

A rule is an ordinary function over flat records, marked with ``@rule``. The mark changes nothing: calling the function runs Python.
A `Kernel` composes rules with a record layout and hands out, for any rule, a callable that is either the compiled version or the plain function.

`rules` has the marks, `hooks` the places where boxes join a rule and how their answers are put together, `layouts` the records, `twins` the kernel itself,
`compilation` what numba makes of it, `linking` and `integer_code` how it is told to, `cache` where machine code is kept, `announcing` what is said
meanwhile.
"""

from __future__ import annotations

from castlewise.models.kernel.cache import cache_root
from castlewise.models.kernel.compilation import jit_wanted
from castlewise.models.kernel.hooks import NO_ANSWER, Placed, asked, composed, extends, folded, told
from castlewise.models.kernel.layouts import Layout, Shape, copy_record
from castlewise.models.kernel.rules import Ints, intrinsic, placeholder, primitive, rule
from castlewise.models.kernel.twins import Kernel, prepare

__all__ = [
    "NO_ANSWER",
    "Ints",
    "Kernel",
    "Layout",
    "Placed",
    "Shape",
    "asked",
    "cache_root",
    "composed",
    "copy_record",
    "extends",
    "folded",
    "intrinsic",
    "jit_wanted",
    "placeholder",
    "prepare",
    "primitive",
    "rule",
    "told",
]
