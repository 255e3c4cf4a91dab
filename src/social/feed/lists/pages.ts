import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../../web/form.ts';
import { t } from '../../../web/translation/translate.ts';
import { getProfile } from '../../people/profile.ts';
import {
  addPeopleList,
  changeMember,
  choosePeopleLists,
  deletePeopleList,
  getListFeed,
  getPeopleList,
  listMembers,
  listPeopleLists,
  restorePeopleList,
  updatePeopleList,
} from './people-lists.ts';
import { chooseView, listFeedView, listsView, listView, newListView } from './views.ts';

const member = pagesFor('member');
const Typed = Type.Object({
  title: Type.String({ maxLength: 1000, default: '' }),
  exclusive: Type.Optional(Type.String({ maxLength: 10 })),
});
const Name = Type.Object({ username: Type.String({ maxLength: 64 }) });
const Page = Type.Optional(Type.Integer({ minimum: 0, maximum: 100 }));

const showList = async (app: App, viewer: Viewer, id: string, page = 0, state: FormState = {}) => {
  const [list, people] = await Promise.all([
    getPeopleList(app, viewer, id),
    listMembers(app, viewer, id, page),
  ]);
  return listView(list, people, page, state);
};

const showChoice = async (app: App, viewer: Viewer, username: string) => {
  const person = await getProfile(app, viewer, { username });
  const [all, chosen] = await Promise.all([
    listPeopleLists(app, viewer),
    listPeopleLists(app, viewer, person.id),
  ]);
  return chooseView(
    person,
    all,
    chosen.map(({ id }) => id),
  );
};

export const peopleListPages = [
  member.get({
    path: '/lists',
    query: Type.Object({ deleted: Type.Optional(Id) }),
    handle: async ({ app, viewer, query }) => listsView(await listPeopleLists(app, viewer), query.deleted),
  }),
  member.get({
    path: '/lists/new',
    query: Type.Object({ person: Type.String({ maxLength: 64, default: '' }) }),
    handle: ({ query }) => newListView(query.person),
  }),
  member.post({
    path: '/lists/new',
    verb: addPeopleList,
    body: Type.Object({ ...Typed.properties, person: Type.String({ maxLength: 64, default: '' }) }),
    handle: async ({ app, viewer, body }) => {
      const isExclusive = body.exclusive !== undefined;
      const id = await addPeopleList(app, viewer, { title: body.title, isExclusive });
      const saved = { kind: 'success', text: t('List added') } as const;
      if (body.person === '') return redirect(`/lists/${id}/edit`, saved);
      await changeMember(app, viewer, id, { username: body.person });
      return redirect(`/@${body.person}/lists`, saved);
    },
    again: ({ body }, problem) => newListView(String(body.person), refused(body, problem)),
  }),
  member.get({
    path: '/lists/:id',
    params: ById,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: async ({ app, viewer, params, query }) => {
      const [list, posts] = await Promise.all([
        getPeopleList(app, viewer, params.id),
        getListFeed(app, viewer, params.id, query),
      ]);
      const context = { viewer, base: app.config.plazaUrl };
      return listFeedView(list, posts, context, query.before === undefined);
    },
  }),
  member.get({
    path: '/lists/:id/edit',
    params: ById,
    query: Type.Object({ page: Page }),
    handle: ({ app, viewer, params, query }) => showList(app, viewer, params.id, query.page),
  }),
  member.post({
    path: '/lists/:id/edit',
    verb: updatePeopleList,
    params: ById,
    body: Typed,
    handle: async ({ app, viewer, params, body }) => {
      const isExclusive = body.exclusive !== undefined;
      await updatePeopleList(app, viewer, params.id, { title: body.title, isExclusive });
      return redirect(`/lists/${params.id}`, { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showList(app, viewer, params.id, 0, refused(body, problem)),
  }),
  member.post({
    path: '/lists/:id/delete',
    verb: deletePeopleList,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deletePeopleList(app, viewer, params.id);
      return redirect(`/lists?deleted=${params.id}`);
    },
  }),
  member.post({
    path: '/lists/:id/restore',
    verb: restorePeopleList,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await restorePeopleList(app, viewer, params.id);
      return redirect(`/lists/${params.id}`, { kind: 'success', text: t('List restored') });
    },
  }),
  member.post({
    path: '/lists/:id/people',
    verb: changeMember,
    params: ById,
    body: Type.Object({ username: Type.String({ maxLength: 200, default: '' }) }),
    handle: async ({ app, viewer, params, body }) => {
      const username: string = body.username.trim().replace(/^@/, '');
      await changeMember(app, viewer, params.id, { username });
      return redirect(`/lists/${params.id}/edit`, { kind: 'success', text: t('Added to the list') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showList(app, viewer, params.id, 0, refused(body, { ...problem, field: 'username' })),
  }),
  member.post({
    path: '/lists/:id/people/remove',
    verb: changeMember,
    params: ById,
    body: Type.Object({ person: Id }),
    handle: async ({ app, viewer, params, body }) => {
      await changeMember(app, viewer, params.id, { id: body.person }, 'remove');
      return redirect(`/lists/${params.id}/edit`, { kind: 'success', text: t('Removed from the list') });
    },
  }),
  member.get({
    path: '/@:username/lists',
    params: Name,
    handle: ({ app, viewer, params }) => showChoice(app, viewer, params.username),
  }),
  member.post({
    path: '/@:username/lists',
    verb: choosePeopleLists,
    params: Name,
    body: Type.Object({
      lists: Type.Optional(
        Type.Union([
          Type.String({ maxLength: 20 }),
          Type.Array(Type.String({ maxLength: 20 }), { maxItems: 60 }),
        ]),
      ),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const person = await getProfile(app, viewer, { username: params.username });
      await choosePeopleLists(app, viewer, person.id, [body.lists ?? []].flat());
      return redirect(`/@${person.username}`, { kind: 'success', text: t('Saved') });
    },
  }),
];
