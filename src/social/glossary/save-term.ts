import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import { saveSuggestion } from './suggest-term.ts';
import { getTerm } from './queries.ts';
import { resolveTerm } from './resolve-term.ts';
import { refuseOthers, type TypedTerm } from './term.ts';
import { writeTerm } from './write-term.ts';

/**
 * Creates a term, or updates the one with the given id, on behalf of a glossary editor. Content held by
 * moderation becomes a suggestion for another editor. Returns the id of the term, unless it is held.
 */
export async function saveTerm(
  app: App,
  editor: Viewer,
  typed: TypedTerm,
  id?: string,
): Promise<{ id: string } | { waits: true }> {
  refuseOthers(editor);
  if (id !== undefined) await getTerm(app, id);
  const content = await resolveTerm(app, typed, id);
  return inModeratedTransaction(app, editor, async (app) => {
    const verdict = await moderateText(app, editor, {
      subject: 'term',
      id,
      title: [content.name, ...content.aliases].join('\n'),
      text: content.definition,
      field: 'definition',
    });
    if (verdict === 'allow') return { id: await writeTerm(app, { id, content, editorId: editor.id }) };
    await saveSuggestion(app, editor, { termId: id, content, note: '', heldAt: app.clock.now() });
    return { waits: true };
  });
}
