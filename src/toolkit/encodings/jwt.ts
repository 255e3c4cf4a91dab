import { invalid } from '../../kernel/problem.ts';

/** Parses a JSON object. */
export function parseJson(field: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Rejected below.
  }
  throw invalid(field, 'Send a JSON object');
}

/** Parses a JSON Web Token without verifying it. */
export function parseJwt(token: string) {
  const parts = token
    .trim()
    .replace(/^Bearer\s+/i, '')
    .split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3) throw invalid('token', 'A token has three parts separated by dots');
  const part = (text: string) => parseJson('token', Buffer.from(text, 'base64url').toString());
  return {
    header: part(head),
    payload: part(body),
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}
