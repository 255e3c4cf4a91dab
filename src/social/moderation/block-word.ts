import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';

export interface BlockedWord {
  word: string;
  outcome: 'hold' | 'refuse';
}

/** Puts a word on the list, or changes what happens to it. One word: texts are compared word by word. */
export async function blockWord(
  app: App,
  moderator: Viewer,
  { word: typed, outcome }: BlockedWord,
): Promise<void> {
  refuseOthers(moderator);
  const word = typed.trim().normalize('NFC').toLowerCase();
  if (!/^[\p{L}\p{N}\p{M}]{2,60}$/u.test(word)) throw invalid('word', 'Give one word, of letters and digits');
  await app.db
    .insertInto('social.blocked_word')
    .values({ word, outcome, added_by: moderator.id, added_at: app.clock.now() })
    .onConflict((conflict) => conflict.column('word').doUpdateSet({ outcome }))
    .execute();
}

/** Takes a word off the list. Quiet when it is not on it. */
export async function unblockWord(app: App, moderator: Viewer, word: string): Promise<void> {
  refuseOthers(moderator);
  await app.db.deleteFrom('social.blocked_word').where('word', '=', word).execute();
}

export async function listBlockedWords(app: App): Promise<BlockedWord[]> {
  const rows = await app.db
    .selectFrom('social.blocked_word')
    .select(['word', 'outcome'])
    .orderBy('word')
    .execute();
  return rows.map(({ word, outcome }) => ({ word, outcome: outcome as BlockedWord['outcome'] }));
}

function refuseOthers(viewer: Viewer): void {
  if (!may(viewer, 'moderate')) throw new Problem('forbidden', 'Only moderators keep that list');
}
