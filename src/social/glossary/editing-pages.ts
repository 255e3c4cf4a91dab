import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { deleteTerm, getDeletedTerm, restoreTerm, restoreVersion } from './versions.ts';
import { listSets, getTermContent, getNames, getSet, getTerm, getTermAt, type Term } from './reading.ts';
import { deleteSet, saveSet } from './sets.ts';
import { saveTerm, suggestTerm } from './terms.ts';
import { showSuggestions } from './pages.ts';
import { settleSuggestion, withdrawSuggestion } from './suggestions.ts';
import { mayMaintain, refuseNonEditors } from './term.ts';
import { termPath, setHrefOf } from './views/glossary-view.ts';
import { deletedTermView, setForm, termForm } from './views/term-forms.ts';

const member = pagesFor('member');
const text = (maxLength: number) => Type.String({ maxLength, default: '' });
const Slug = Type.Object({ slug: Type.String({ maxLength: 400 }) });
const Typed = Type.Object({
  name: text(2000),
  definition: text(50_000),
  aliases: text(5000),
  seeAlso: text(5000),
  sets: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 400 }),
      Type.Array(Type.String({ maxLength: 400 }), { maxItems: 100 }),
    ]),
  ),
  note: text(5000),
});
const TypedSet = Type.Object({ title: text(2000), description: text(10_000) });

const toList = (sets: unknown): string[] => (sets === undefined ? [] : [sets].flat().map(String));

async function showForm(
  app: App,
  viewer: Viewer,
  state: FormState,
  chosen: readonly string[],
  term?: Term,
): Promise<View> {
  return termForm({ viewer, sets: await listSets(app), state, chosen, term });
}

/** Saves the term for glossary editors. Other members submit a suggestion. */
async function saveOrSuggest(app: App, viewer: Viewer, body: Parameters<typeof suggestTerm>[2], term?: Term) {
  if (mayMaintain(viewer)) {
    const saved = await saveTerm(app, viewer, body, term?.id);
    if ('id' in saved)
      return redirect(termPath(await getTerm(app, saved.id)), { kind: 'success', text: t('Saved') });
    return redirect('/glossary/suggestions', {
      kind: 'info',
      text: t('Held for review by another glossary editor'),
    });
  }
  await suggestTerm(app, viewer, body, term?.id);
  return redirect('/glossary/suggestions', {
    kind: 'success',
    text: t('Thank you. We’ll notify you when it is reviewed.'),
  });
}

export const termEditingPages = [
  member.get({
    path: '/glossary/new',
    handle: ({ app, viewer }) => showForm(app, viewer, {}, []),
  }),
  member.post({
    path: '/glossary/new',
    verb: saveTerm,
    body: Typed,
    handle: ({ app, viewer, body }) => saveOrSuggest(app, viewer, { ...body, sets: toList(body.sets) }),
    again: ({ app, viewer, body }, problem) =>
      showForm(app, viewer, refused(body, problem), toList(body.sets)),
  }),
  member.get({
    path: '/glossary/:slug/edit',
    params: Slug,
    handle: async ({ app, viewer, params }) => {
      const term = await getTermAt(app, params.slug);
      const content = await getTermContent(app, term);
      const { terms } = await getNames(app, [content]);
      const values = {
        name: term.name,
        definition: term.definition,
        aliases: term.aliases.join(', '),
        seeAlso: content.seeAlso.flatMap((id) => terms.get(id) ?? []).join(', '),
      };
      return showForm(
        app,
        viewer,
        { values },
        term.sets.map(({ slug }) => slug),
        term,
      );
    },
  }),
  member.post({
    path: '/glossary/:slug/edit',
    verb: saveTerm,
    params: Slug,
    body: Typed,
    handle: async ({ app, viewer, params, body }) =>
      saveOrSuggest(app, viewer, { ...body, sets: toList(body.sets) }, await getTermAt(app, params.slug)),
    again: async ({ app, viewer, params, body }, problem) =>
      showForm(app, viewer, refused(body, problem), toList(body.sets), await getTermAt(app, params.slug)),
  }),
  member.post({
    path: '/glossary/:slug/delete',
    verb: deleteTerm,
    params: Slug,
    handle: async ({ app, viewer, params }) => {
      const term = await getTermAt(app, params.slug);
      await deleteTerm(app, viewer, term.id);
      return redirect(`/glossary/deleted/${term.id}`);
    },
  }),
  member.get({
    path: '/glossary/deleted/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const term = await getDeletedTerm(app, viewer, params.id);
      return deletedTermView(params.id, term.name);
    },
  }),
  member.post({
    path: '/glossary/restore',
    verb: restoreTerm,
    body: ById,
    handle: async ({ app, viewer, body }) => {
      await restoreTerm(app, viewer, body.id);
      return redirect(termPath(await getTerm(app, body.id)));
    },
  }),
  member.post({
    path: '/glossary/:slug/versions/restore',
    verb: restoreVersion,
    params: Slug,
    body: Type.Object({ version: Id }),
    handle: async ({ app, viewer, params, body }) => {
      const { id } = await getTermAt(app, params.slug);
      await restoreVersion(app, viewer, id, body.version);
      return redirect(termPath(await getTerm(app, id)), { kind: 'success', text: t('Version restored') });
    },
  }),
  member.post({
    path: '/glossary/suggestions/:id/take',
    verb: settleSuggestion,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await settleSuggestion(app, viewer, params.id, { take: true });
      return redirect('/glossary/suggestions', { kind: 'success', text: t('Accepted') });
    },
  }),
  member.post({
    path: '/glossary/suggestions/:id/decline',
    verb: settleSuggestion,
    params: ById,
    body: Type.Object({ reason: text(5000) }),
    handle: async ({ app, viewer, params, body }) => {
      await settleSuggestion(app, viewer, params.id, { take: false, reason: body.reason });
      return redirect('/glossary/suggestions', { kind: 'success', text: t('Declined') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showSuggestions(app, viewer, refused({ suggestion: params.id, ...body }, problem)),
  }),
  member.post({
    path: '/glossary/suggestions/:id/withdraw',
    verb: withdrawSuggestion,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await withdrawSuggestion(app, viewer, params.id);
      return redirect('/glossary/suggestions', { kind: 'success', text: t('Withdrawn') });
    },
  }),
  member.get({
    path: '/glossary/sets/new',
    handle: ({ viewer }) => {
      refuseNonEditors(viewer);
      return setForm({});
    },
  }),
  member.post({
    path: '/glossary/sets/new',
    verb: saveSet,
    body: TypedSet,
    handle: async ({ app, viewer, body }) =>
      redirect(setHrefOf({ slug: await saveSet(app, viewer, body) }), { kind: 'success', text: t('Saved') }),
    again: ({ body }, problem) => setForm(refused(body, problem)),
  }),
  member.get({
    path: '/glossary/sets/:slug/edit',
    params: Slug,
    handle: async ({ app, viewer, params }) => {
      refuseNonEditors(viewer);
      const set = await getSet(app, params.slug);
      return setForm({ values: { title: set.title, description: set.description } }, set);
    },
  }),
  member.post({
    path: '/glossary/sets/:slug/edit',
    verb: saveSet,
    params: Slug,
    body: TypedSet,
    handle: async ({ app, viewer, params, body }) =>
      redirect(setHrefOf({ slug: await saveSet(app, viewer, body, params.slug) }), {
        kind: 'success',
        text: t('Saved'),
      }),
    again: async ({ app, params, body }, problem) =>
      setForm(refused(body, problem), await getSet(app, params.slug)),
  }),
  member.post({
    path: '/glossary/sets/:slug/delete',
    verb: deleteSet,
    params: Slug,
    handle: async ({ app, viewer, params }) => {
      await deleteSet(app, viewer, params.slug);
      return redirect('/glossary', { kind: 'success', text: t('Set deleted. Its terms were not deleted.') });
    },
  }),
];
