import { invalid, Problem } from '../../kernel/problem.ts';
import { parseDistinct, toJsonValue, type JsonNode } from './json-text.ts';

/** Parses a JSON object, whose numbers are written with their digits again. */
function parseJson(field: string, text: string): Record<string, unknown> {
  return toJsonValue(parseObject(field, text)) as Record<string, unknown>;
}

/** Parses a JSON object as it is written. */
export function parseObject(field: string, text: string): JsonNode {
  try {
    const node = parseDistinct(field, text);
    if (node.kind === 'object') return node;
  } catch (error) {
    if (error instanceof Problem && error.message.includes('twice')) throw error;
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
    written: Buffer.from(body, 'base64url').toString(),
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}
