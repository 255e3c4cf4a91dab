import type { FieldProblem } from '../http/endpoint.ts';
import type { FormState } from './form.ts';

/** A refused form's state: values as typed, but no passwords. */
export function refused(typed: Record<string, unknown>, { field, message }: FieldProblem): FormState {
  const values = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      typeof value === 'string' && !/password|current/.test(name) ? [[name, value] as const] : [],
    ),
  );
  return field === '' || !(field in typed) ? { values, message } : { values, errors: { [field]: message } };
}
