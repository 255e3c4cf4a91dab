import { type Static, Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  nextPlace,
  notACursor,
  pageAfter,
  PageEnvelope,
} from '../../../platform/http/families/social.ts';
import { toUserRecord, UserRecord } from '../../people/records.ts';
import { PostRecord, toPostRecord } from '../../posts/records/post-record.ts';
import {
  addPeopleList,
  changeMember,
  deletePeopleList,
  getListFeed,
  getPeopleList,
  listMembers,
  listPeopleLists,
  type PeopleList,
  restorePeopleList,
  updatePeopleList,
} from './people-lists.ts';

const ListRecord = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    exclusive: Type.Boolean({ description: 'Whether the posts of its people are not on your home page' }),
    people: Type.Integer({ description: 'Number of people' }),
  },
  { title: 'PeopleList' },
);

const toListRecord = ({ id, title, isExclusive, count }: PeopleList): Static<typeof ListRecord> => ({
  id,
  title,
  exclusive: isExclusive,
  people: count,
});

const Title = Type.String({ maxLength: 1000, description: 'At most 60 characters' });
const Exclusive = Type.Boolean({
  description: 'Whether the posts of its people are not on your home page',
});

const member = operations('Posts', 'member');
const path = '/apis/php/lists';

export const peopleListRoutes = [
  member.get({
    path,
    summary: 'List your lists of people',
    description: 'Extension. Only you can see them. `user_id`: only those with this person.',
    query: Type.Object({ user_id: Type.Optional(Id) }),
    returns: Envelope(Type.Array(ListRecord)),
    handle: async ({ app, viewer, query }) => ({
      data: (await listPeopleLists(app, viewer, query.user_id)).map(toListRecord),
    }),
  }),
  member.post({
    path,
    verb: addPeopleList,
    summary: 'Add a list of people',
    description: 'Extension. At most 50 lists.',
    body: Type.Object({ title: Title, exclusive: { ...Exclusive, default: false } }),
    returns: Envelope(ListRecord),
    example: { title: 'Bakers', exclusive: false },
    handle: async ({ app, viewer, body }) => {
      const id = await addPeopleList(app, viewer, { title: body.title, isExclusive: body.exclusive });
      return { data: toListRecord(await getPeopleList(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/update`,
    verb: updatePeopleList,
    summary: 'Change a list of people',
    description: 'Extension. Omitted fields stay as they are.',
    body: Type.Object({ id: Id, title: Type.Optional(Title), exclusive: Type.Optional(Exclusive) }),
    returns: Envelope(ListRecord),
    example: { id: '12', title: 'Bakers and millers' },
    handle: async ({ app, viewer, body: { id, title, exclusive } }) => {
      await updatePeopleList(app, viewer, id, {
        ...(title !== undefined && { title }),
        ...(exclusive !== undefined && { isExclusive: exclusive }),
      });
      return { data: toListRecord(await getPeopleList(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/delete`,
    verb: deletePeopleList,
    summary: 'Delete a list of people',
    description: 'Extension. It can be restored for an hour, until you delete another one.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await deletePeopleList(app, viewer, body.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: `${path}/restore`,
    verb: restorePeopleList,
    summary: 'Restore the list of people that you deleted last',
    description: 'Extension. Within an hour.',
    body: ById,
    returns: Envelope(ListRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await restorePeopleList(app, viewer, body.id);
      return { data: toListRecord(await getPeopleList(app, viewer, body.id)) };
    },
  }),
  member.get({
    path: `${path}/members`,
    summary: 'List the people on one of your lists',
    description: 'Extension. The last one added first.',
    query: Type.Object({ id: Id, ...After }),
    returns: PageEnvelope(Type.Array(UserRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items, hasMore } = await listMembers(app, viewer, query.id, page);
      return { data: items.map((person) => toUserRecord(app, person)), ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: `${path}/members`,
    verb: changeMember,
    summary: 'Add a person to a list, or remove them',
    description: 'Extension. At most 500 people. They are not notified.',
    body: Type.Object({
      id: Id,
      user_id: Id,
      do: Type.Enum(['add', 'remove'], { default: 'add' }),
    }),
    returns: Envelope(ListRecord),
    example: { id: '12', user_id: '3', do: 'add' },
    handle: async ({ app, viewer, body }) => {
      await changeMember(app, viewer, body.id, { id: body.user_id }, body.do);
      return { data: toListRecord(await getPeopleList(app, viewer, body.id)) };
    },
  }),
  member.get({
    path: `${path}/posts`,
    summary: 'List the posts of the people on a list',
    description: 'Extension. Newest first, 20 per page.',
    query: Type.Object({ id: Id, ...After }),
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query: { id, after } }) => {
      if (after !== undefined && !/^\d{1,18}$/.test(after)) throw notACursor();
      const { items, next } = await getListFeed(app, viewer, id, { before: after });
      return { data: items.map((post) => toPostRecord(app, post)), ...nextPlace(next) };
    },
  }),
];
