import { invalid, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';

/** Work of the team that is given to somebody. */
export interface Handover {
  /** The username of who gets it. Empty for nobody. */
  to: string;
  /** What they should know. */
  note?: string | undefined;
  /** The id of the one who has it, as the page showed it. Empty for nobody. Undefined for whoever. */
  from?: string | undefined;
}

export const longestHandoverNote = 500;

/** Whose work a list has: that of the viewer, or of nobody. */
export const assignedTo = ['mine', 'nobody'] as const;
export type AssignedTo = (typeof assignedTo)[number];

/** Returns who of the team gets it, and the note. */
export function parseHandover<Member extends { username: string }>(
  { to, note = '' }: Handover,
  team: readonly Member[],
): { assignee: Member | undefined; note: string } {
  const wanted = to.trim().replace(/^@/, '').toLowerCase();
  const assignee = team.find(({ username }) => username.toLowerCase() === wanted);
  if (wanted !== '' && !assignee) throw invalid('to', msg('There is no moderator with this name'));
  return { assignee, note: cleanText(note, 'note', longestHandoverNote) };
}
