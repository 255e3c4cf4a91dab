/** An address as it was written, unless it has what no header may carry: letters beyond ASCII, spaces, line breaks. */
export const forHeader = (address: string): string =>
  /^[\x21-\x7e]*$/.test(address) ? address : (URL.parse(address)?.href ?? encodeURI(address.toWellFormed()));
