import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { getContent, getNames, getTerm } from './queries.ts';
import { listSuggestions } from './suggestions.ts';
import type { TermContent } from './term.ts';
import { suggestionsView } from './views/suggestions-view.ts';

/** Shows the suggestions that the viewer may see. `declining` is the state of a rejected answer to one. */
export async function showSuggestions(app: App, viewer: Viewer, declining: FormState = {}): Promise<View> {
  const suggestions = await listSuggestions(app, viewer);
  const present = new Map<string, TermContent>();
  for (const termId of new Set(
    suggestions.flatMap((each) => (each.outcome === null ? (each.termId ?? []) : [])),
  )) {
    const term = await getTerm(app, termId).catch(() => undefined);
    if (term) present.set(termId, await getContent(app, term));
  }
  const contents = [...suggestions.map(({ content }) => content), ...present.values()];
  return suggestionsView(suggestions, {
    present,
    names: await getNames(app, contents),
    viewer,
    declining,
  });
}
