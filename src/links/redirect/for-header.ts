/**
 * Returns a URL unchanged, unless it has characters not allowed in headers: non-ASCII, spaces or line breaks.
 */
export const forHeader = (address: string): string =>
  /^[\x21-\x7e]*$/.test(address) ? address : (URL.parse(address)?.href ?? encodeURI(address.toWellFormed()));
