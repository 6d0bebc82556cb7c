/**
 * A password as it is compared: the profile OpaqueString (RFC 8265, 4.2), so that keyboards of all systems give the same
 * one. Blanks of any kind are the blank of ASCII, and characters are composed (NFC).
 */
export const opaqueString = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
