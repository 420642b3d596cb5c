"""Directives: those that compilers write, and those that hide, embed or move text or code."""

ALLOWED_DIRECTIVES = frozenset(
    ".text .data .bss .section .globl .global .type .size .align .p2align .balign .byte .2byte .4byte .8byte"
    " .value .short .hword .word .long .int .quad .octa .float .single .double .ascii .asciz .string .zero .skip"
    " .space .fill .comm .lcomm .local .file .ident .set .equ .hidden .cfi_startproc .cfi_endproc"
    " .cfi_def_cfa_offset .extern .att_syntax .code64 .nops .cfi_offset .cfi_def_cfa .cfi_def_cfa_register"
    " .cfi_restore .cfi_remember_state .cfi_restore_state .cfi_sections .cfi_adjust_cfa_offset .cfi_escape"
    " .cfi_undefined .cfi_same_value .cfi_rel_offset".split()
)
DATA_DIRECTIVES = frozenset(
    ".byte .2byte .4byte .8byte .value .short .hword .word .long .int .quad .octa .float .single .double .ascii .asciz"
    " .string .zero .skip .space .fill".split()
)
"""What they write is read and not run: it has no place in a code section."""
ALIGNMENTS = frozenset(".align .p2align .balign".split())
FORBIDDEN_DIRECTIVES = frozenset(
    ".incbin .include .macro .endm .exitm .purgem .altmacro .noaltmacro .irp .irpc .rept .endr .if .ifdef .ifndef"
    " .ifc .ifnc .ifeq .ifne .ifgt .ifge .iflt .ifle .ifb .ifnb .ifeqs .ifnes .else .elseif .endif"
    " .init_array .fini_array .preinit_array .init .fini .pushsection .popsection .previous .subsection"
    " .symver .weakref .weak .reloc .org"
    " .offset .struct .code16 .code16gcc .code32 .intel_syntax .arch .line .linefile .print .err"
    " .error .warning .end .eject .list .nolist .psize .sbttl .title .version .gnu_attribute .attach_to_group .dc"
    " .dcb .ds .tls_common .largecomm .protected .internal .bundle_align_mode .bundle_lock .bundle_unlock .func"
    " .endfunc .stabs .stabn .stabd .nop .mri .lto .cfi_personality .cfi_lsda .cfi_signal_frame .rva"
    " .secrel32 .loc .loc_mark_labels".split()
)
