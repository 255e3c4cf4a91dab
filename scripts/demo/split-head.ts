/** A section of a text file: its first line, and what is below it. */
export function splitHead(written: string): { head: string; text: string } {
  const end = written.indexOf('\n');
  return { head: written.slice(0, end).trim(), text: written.slice(end + 1).trim() };
}
