/** Whether a client's `Accept` header prefers markdown over HTML. */
export function prefersMarkdown(accept: string): boolean {
  const weights = new Map(
    accept.split(',').map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return [type, q === undefined ? 1 : Number(q.slice(2)) || 0];
    }),
  );
  const markdown = weights.get('text/markdown') ?? 0;
  const html = weights.get('text/html') ?? weights.get('application/xhtml+xml') ?? 0;
  return markdown > 0 && markdown >= html;
}
