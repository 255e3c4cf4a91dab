import { Type, type Static } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { type FormState, refused } from '../../web/form.ts';
import { t } from '../../web/translation/translate.ts';
import { type Group, pathOfGroup, refuseManagingGroup } from '../access/group.ts';
import { postFiles } from '../posts/post-files.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { fileMetadataOf, toNewPost } from '../posts/requests/post-body.ts';
import { formState, PostForm } from '../posts/requests/post-form.ts';
import {
  addGroup,
  deleteGroup,
  getGroup,
  groupLists,
  listGroups,
  setPictureOfGroup,
  updateGroup,
} from './groups.ts';
import { findInvited } from './invitations.ts';
import { acceptGroupInvitation, joinGroup, leaveGroup } from './membership.ts';
import { listPlansForGroups, setGroupPlan } from './paid.ts';
import { listGroupPosts, pinInGroup, writeInGroup } from './posts.ts';
import { groupNotificationPages } from './notification-pages.ts';
import { groupTeamPages } from './team-pages.ts';
import { groupFormView } from './form-view.ts';
import { aboutGroupView, groupsView, groupView, invitedView } from './views.ts';

const member = pagesFor('member');
const line = (maxLength: number) => Type.String({ maxLength, default: '' });
const Page = Type.Optional(Type.Integer({ minimum: 0, maximum: 500 }));

const GroupForm = Type.Object({
  kind: line(20),
  title: line(1000),
  about: line(20_000),
  rules: line(40_000),
  question1: line(2000),
  question2: line(2000),
  question3: line(2000),
});

const toTyped = ({ question1, question2, question3, ...typed }: Static<typeof GroupForm>) => ({
  ...typed,
  questions: [question1, question2, question3],
});

const JoinForm = Type.Object({
  accept: Type.Optional(Type.String({ maxLength: 10 })),
  answer1: line(4000),
  answer2: line(4000),
  answer3: line(4000),
});

const Invited = Type.Object({ token: Type.String({ maxLength: 100 }) });

/** The posts of a group for those who read it. Others see what it is about and how to join it. */
async function showGroup(app: App, viewer: Viewer, id: string, before?: string, state?: FormState) {
  const group = await getGroup(app, viewer, id);
  if (group.role === null && group.kind !== 'public') return aboutGroupView(group);
  const posts = await listGroupPosts(app, viewer, id, { before });
  const context = { viewer, base: app.config.plazaUrl };
  return groupView(group, posts, context, { isFirst: before === undefined, ...(state && { state }) });
}

/** What the owner can ask members to subscribe to. */
const plansFor = async (app: App, viewer: Viewer, { role, kind }: Group) =>
  role === 'owner' && kind !== 'public' ? listPlansForGroups(app, viewer) : [];

export const groupPages = [
  member.get({
    path: '/groups',
    query: Type.Object({
      list: Type.Optional(Type.Enum([...groupLists])),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      page: Page,
    }),
    handle: async ({ app, viewer, query }) => groupsView(await listGroups(app, viewer, query), query),
  }),
  member.get({ path: '/groups/new', handle: () => groupFormView({}) }),
  member.post({
    path: '/groups/new',
    verb: addGroup,
    body: GroupForm,
    handle: async ({ app, viewer, body }) => {
      const id = await addGroup(app, viewer, toTyped(body));
      return redirect(pathOfGroup({ id }), { kind: 'success', text: t('Group added') });
    },
    again: ({ body }, problem) => groupFormView(refused(body, problem)),
  }),
  member.get({
    path: '/groups/join/:token',
    params: Invited,
    handle: async ({ app, viewer, params }) => {
      const group = await findInvited(app, viewer, params.token);
      return group.role === null ? invitedView(group, params.token) : redirect(pathOfGroup(group));
    },
  }),
  member.post({
    path: '/groups/join/:token',
    verb: acceptGroupInvitation,
    params: Invited,
    body: Type.Pick(JoinForm, ['accept']),
    handle: async ({ app, viewer, params, body }) => {
      const accepts = body.accept !== undefined;
      const id = await acceptGroupInvitation(app, viewer, params.token, { accepts });
      return redirect(pathOfGroup({ id }), { kind: 'success', text: t('You joined the group') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      invitedView(await findInvited(app, viewer, params.token), params.token, refused(body, problem)),
  }),
  member.get({
    path: '/groups/:id',
    params: ById,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: ({ app, viewer, params, query }) => showGroup(app, viewer, params.id, query.before),
  }),
  member.get({
    path: '/groups/:id/about',
    params: ById,
    handle: async ({ app, viewer, params }) => aboutGroupView(await getGroup(app, viewer, params.id)),
  }),
  member.get({
    path: '/groups/:id/edit',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const group = await getGroup(app, viewer, params.id);
      refuseManagingGroup(group);
      return groupFormView({}, group, await plansFor(app, viewer, group));
    },
  }),
  member.post({
    path: '/groups/:id/edit',
    verb: updateGroup,
    params: ById,
    body: GroupForm,
    handle: async ({ app, viewer, params, body }) => {
      await updateGroup(app, viewer, params.id, toTyped(body));
      return redirect(pathOfGroup(params), { kind: 'success', text: t('Saved') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      groupFormView(refused(body, problem), await getGroup(app, viewer, params.id)),
  }),
  member.post({
    path: '/groups/:id/plan',
    verb: setGroupPlan,
    params: ById,
    body: Type.Object({ plan: Type.String({ maxLength: 18, default: '' }) }),
    handle: async ({ app, viewer, params, body }) => {
      await setGroupPlan(app, viewer, params.id, body.plan);
      return redirect(`${pathOfGroup(params)}/edit`, { kind: 'success', text: t('Saved') });
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const group = await getGroup(app, viewer, params.id);
      return groupFormView(refused(body, problem), group, await plansFor(app, viewer, group));
    },
  }),
  member.post({
    path: '/groups/:id/picture',
    verb: setPictureOfGroup,
    params: ById,
    files: { fields: ['file'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, params, files: [upload] }) => {
      if (!upload) throw invalid('file', msg('Choose a picture'));
      await setPictureOfGroup(app, viewer, params.id, upload.file ?? upload.body);
      return redirect(`${pathOfGroup(params)}/edit`, { kind: 'success', text: t('Picture saved') });
    },
    again: async ({ app, viewer, params }, problem) =>
      groupFormView(refused({ file: '' }, problem), await getGroup(app, viewer, params.id)),
  }),
  member.post({
    path: '/groups/:id/picture/remove',
    verb: setPictureOfGroup,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await setPictureOfGroup(app, viewer, params.id, undefined);
      return redirect(`${pathOfGroup(params)}/edit`, { kind: 'success', text: t('Removed') });
    },
  }),
  member.post({
    path: '/groups/:id/delete',
    verb: deleteGroup,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteGroup(app, viewer, params.id);
      return redirect('/groups?list=mine', { kind: 'success', text: t('Group deleted') });
    },
  }),
  member.post({
    path: '/groups/:id/join',
    verb: joinGroup,
    params: ById,
    body: JoinForm,
    handle: async ({ app, viewer, params, body }) => {
      const answers = [body.answer1, body.answer2, body.answer3];
      const outcome = await joinGroup(app, viewer, params.id, {
        accepts: body.accept !== undefined,
        answers,
      });
      const text = outcome === 'joined' ? t('You joined the group') : t('Request sent');
      return redirect(pathOfGroup(params), { kind: 'success', text });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      aboutGroupView(await getGroup(app, viewer, params.id), refused(body, problem)),
  }),
  member.post({
    path: '/groups/:id/leave',
    verb: leaveGroup,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { role } = await getGroup(app, viewer, params.id);
      await leaveGroup(app, viewer, params.id);
      const text = role === null ? t('Request canceled') : t('You left the group');
      return redirect('/groups', { kind: 'success', text });
    },
  }),
  member.post({
    path: '/groups/:id/posts',
    verb: writeInGroup,
    params: ById,
    files: postFiles,
    body: Type.Pick(PostForm, ['text', 'alt', 'video_alt', 'warning']),
    handle: async ({ app, viewer, params, body, files }) => {
      const id = await writeInGroup(app, viewer, params.id, toNewPost(body), files, fileMetadataOf(body));
      const { heldAt } = await getPostHeader(app, viewer, id);
      return redirect(
        pathOfGroup(params),
        heldAt
          ? { kind: 'info', text: t('Your post is waiting for review') }
          : { kind: 'success', text: t('Posted') },
      );
    },
    again: ({ app, viewer, params, body }, problem) =>
      showGroup(app, viewer, params.id, undefined, formState(body, problem)),
  }),
  member.post({
    path: '/groups/:id/pin',
    verb: pinInGroup,
    params: ById,
    body: Type.Object({ do: Type.Enum(['pin', 'unpin']), post_id: Id }),
    handle: async ({ app, viewer, params, body }) => {
      await pinInGroup(app, viewer, params.id, body.post_id, body.do);
      const text = body.do === 'pin' ? t('Post pinned') : t('Post unpinned');
      return redirect(pathOfGroup(params), { kind: 'success', text });
    },
  }),
  ...groupNotificationPages,
  ...groupTeamPages,
];
