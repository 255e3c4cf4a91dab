import { Problem } from '../../kernel/problem.ts';

/** Renames the error's fields to the caller's names, including in a message that begins with the name. */
export function withWireFields(error: unknown, nameOf: (field: string) => string): unknown {
  if (!(error instanceof Problem) || error.field === undefined) return error;
  const { kind, code, field, retryAfter, cause } = error;
  const renamed = (field: string, message: string) =>
    message.startsWith(`${field} `) ? nameOf(field) + message.slice(field.length) : message;
  const errors = error.errors.map(({ field, message }) => ({
    field: nameOf(field),
    message: renamed(field, message),
  }));
  return new Problem(kind, renamed(field, error.message), {
    ...(code !== undefined && { code }),
    ...(retryAfter !== undefined && { retryAfter }),
    field: nameOf(field),
    errors,
    cause,
  });
}
