import type { FieldProblem } from '../kernel/problem.ts';
import type { FormState } from './form.ts';

/**
 * The state of a rejected form: submitted values without passwords, and a message at each invalid field.
 * Errors of fields that the form does not have are shown above it.
 */
export function refused(
  typed: Readonly<Record<string, unknown>>,
  { field, message, errors = [{ field, message }] }: FieldProblem,
): FormState {
  const values = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      isShown(name, value) ? [[name, textOf(value)] as const] : [],
    ),
  );
  const haveFields = errors.every((error) => error.field !== '' && error.field in typed);
  if (errors.length === 0 || !haveFields) return { values, message };
  return { values, errors: Object.fromEntries(errors.map((error) => [error.field, error.message])) };
}

/** A list of blank fields is as blank as one of them, so that nothing takes it for typed. */
const textOf = (value: string | number | boolean | readonly string[]): string =>
  typeof value === 'object' && value.every((each) => each === '') ? '' : String(value);

const isShown = (name: string, value: unknown): value is string | number | boolean | string[] =>
  value !== undefined && !/password|current/.test(name);
