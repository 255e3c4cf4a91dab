import { invalid } from '../../kernel/problem.ts';

/** A day as `YYYY-MM-DD`, from its first moment (UTC). */
export function readDay(field: string, text: string): Date {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parsed(text, 'T00:00:00Z') : undefined;
  if (!at) throw invalid(field, `“${field}” must be a day as YYYY-MM-DD`);
  return at;
}

/** A day, or a moment as `YYYY-MM-DD HH:MM:SS`, in UTC. */
export function readMoment(field: string, text: string): Date {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})Z?)?$/.exec(text) ?? [];
  const at = day === undefined ? undefined : parsed(day, `T${time}Z`);
  if (!at) throw invalid(field, `“${field}” must be YYYY-MM-DD or YYYY-MM-DD HH:MM:SS, in UTC`);
  return at;
}

/** Undefined for what is in no calendar: JavaScript takes the 30th of February for the 2nd of March. */
function parsed(day: string, time: string): Date | undefined {
  const at = new Date(day + time);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? undefined : at;
}
