# What the emulated processor of scripts/emulated runs before the kernel. There is no BIOS: memory
# is loaded with the kernel unpacked, its files and this page of constants, and the only thing left
# to do is what the kernel's 64-bit entry asks for.
#
# `rom`, at the top of 4 GB, is where a processor starts; `boot` is loaded at 0x7000:
#
#   0x7000  the segments, then the code below       0xa000  page tables: the first 1 GB as it is
#   0x8000  the kernel's parameters                 0x9000  its command line
#
# Symbols that the script gives: MEMORY (MB), KERNEL, FILES, FILES_SIZE.

.equ boot, 0x7000
.equ parameters, 0x8000
.equ command_line, 0x9000
.equ tables, 0xa000

.section .rom, "ax"
.code16
.org 0xfff0
    ljmp $0, $boot + start - segments
.org 0x10000

.section .boot, "ax"
segments:
    .quad 0, 0, 0x00af9b000000ffff, 0x00cf93000000ffff
segments_pointer:
    .word segments_pointer - segments - 1
    .long boot
started:
    .byte 0

# A second start is the kernel's way to end: then the emulator is told to end too.
start:
    xor %ax, %ax
    mov %ax, %ds
    mov $1, %al
    xchg %al, boot + started - segments
    test %al, %al
    jnz end
    mov $tables, %eax
    mov %eax, %cr3
    mov $0x20, %eax             # PAE
    mov %eax, %cr4
    mov $0xc0000080, %ecx       # EFER: long mode
    mov $0x100, %eax
    xor %edx, %edx
    wrmsr
    lgdtl boot + segments_pointer - segments
    mov $0x80000001, %eax       # paging and protection
    mov %eax, %cr0
    ljmpl $0x10, $boot + long - segments
end:
    mov $0x8900, %dx
    mov $boot + word - segments, %si
    mov $8, %cx
    cld
    rep outsb
    hlt
word:
    .ascii "Shutdown"

.code64
long:
    mov $0x18, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    # Bochs gives memory its place, 128 kB at a time, when it is used first, but loads a file as if
    # it had been used in order. So it is.
    xor %eax, %eax
touch:
    mov (%rax), %bl
    add $0x20000, %eax
    cmp $MEMORY << 20, %eax
    jb touch
    mov $parameters, %esi
    mov $KERNEL, %eax
    jmp *%rax

.org parameters - boot + 0x1e8
    .byte 2                     # ranges of memory
.org parameters - boot + 0x1fe
    .word 0xaa55
.org parameters - boot + 0x202
    .ascii "HdrS"
    .word 0x020f                # version of the protocol
.org parameters - boot + 0x210
    .byte 0xff, 1               # a loader without a name; loaded high
.org parameters - boot + 0x218
    .long FILES, FILES_SIZE
.org parameters - boot + 0x228
    .long command_line
.org parameters - boot + 0x230
    .long KERNEL                # alignment
.org parameters - boot + 0x2d0
    .quad 0, 0x9f000
    .long 1
    .quad 0x100000, (MEMORY << 20) - 0x100000
    .long 1

.org command_line - boot
    .incbin "command_line"
    .byte 0

.org tables - boot
    .quad tables + 0x1003
.org tables - boot + 0x1000
    .quad tables + 0x2003
.org tables - boot + 0x2000
    .set page, 0
    .rept 512
    .quad page + 0x83
    .set page, page + 0x200000
    .endr
