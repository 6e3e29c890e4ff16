/* SPDX-License-Identifier: MIT */
/* wire/story.h - what a run of the plain program does, as words, in the order
 * in which it happens. A branch is told once between two others of: a scalar
 * input was read (TP_STORY_READ); a function of the tester was called
 * (TP_STORY_CALL and its number), followed by its parameters: of a number its 8
 * bytes, the lowest first, of a text its length and its bytes, padded to whole
 * words. What follows a full story is not told. */
#ifndef TP_WIRE_STORY_H
#define TP_WIRE_STORY_H

#define TP_STORY_READ 0x40000000u
#define TP_STORY_CALL 0x80000000u
#define TP_STORY_WORDS (1u << 18)
#define TP_STORY_TEXT 4096u /* bytes of a text that are told */

#endif
