/** Decodes a page with the charset of the header or, failing that, of its head. */
export function decodePage(body: Buffer, type: string): string {
  const head = body.subarray(0, 1024).toString('latin1');
  const name =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^<>]+charset=["']?([\w-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(name ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8');
  }
}
