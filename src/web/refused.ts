import type { FieldProblem } from '../kernel/problem.ts';
import type { FormState } from './form.ts';

/**
 * A refused form's state: values as typed, but no passwords, and a message at each field at fault. What the form has no
 * field for is said above it.
 */
export function refused(
  typed: Readonly<Record<string, unknown>>,
  { field, message, errors = [{ field, message }] }: FieldProblem,
): FormState {
  const values = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      isShown(name, value) ? [[name, String(value)] as const] : [],
    ),
  );
  const haveFields = errors.every((error) => error.field !== '' && error.field in typed);
  if (errors.length === 0 || !haveFields) return { values, message };
  return { values, errors: Object.fromEntries(errors.map((error) => [error.field, error.message])) };
}

const isShown = (name: string, value: unknown): value is string | number | boolean | string[] =>
  value !== undefined && !/password|current/.test(name);
