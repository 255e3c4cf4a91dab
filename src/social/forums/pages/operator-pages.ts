import { Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../../kernel/input.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { page, pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../../web/form.ts';
import type { View } from '../../../web/html.ts';
import {
  addForum,
  addSection,
  archiveForum,
  deleteForum,
  deleteSection,
  updateForum,
  updateSection,
} from '../forums.ts';
import { getForum } from '../forum.ts';
import { listForums } from '../list-forums.ts';
import { addModerator, listForumModerators, removeModerator } from '../moderators.ts';
import { forumOperatorView, forumsOperatorView } from '../views/operator-view.ts';

const operator = pagesFor('operator');
const name = Type.String({ maxLength: 1000, default: '' });
const Position = Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 }));
const here = '/operator/forums';
const saved = () => ({ kind: 'success', text: t('Saved') }) as const;

const orNull = (id: string): string | null => (id === '' ? null : id);

const showAll = async (app: App, viewer: Viewer, state: FormState = {}): Promise<View> =>
  forumsOperatorView(await listForums(app, viewer), state);

async function showOne(app: App, viewer: Viewer, id: string, state: FormState = {}): Promise<View> {
  const forum = await getForum(app, id);
  const moderators = (await listForumModerators(app, [id])).get(id) ?? [];
  return forumOperatorView({ forum, sections: await listForums(app, viewer), moderators }, state);
}

export const operatorForumPages = [
  page({ method: 'GET', path: here, access: 'operator', handle: ({ app, viewer }) => showAll(app, viewer) }),
  operator.post({
    path: here,
    verb: addForum,
    body: Type.Object({
      ...{ section_id: Id, title: name, description: name, parent: IdOrEmpty },
      solutions: Type.Optional(Type.Literal('on')),
    }),
    handle: async ({ app, viewer, body: { section_id: sectionId, parent, solutions, ...forum } }) => {
      const parentId = orNull(parent);
      await addForum(app, viewer, { ...forum, sectionId, parentId, hasSolutions: solutions === 'on' });
      return redirect(`${here}#section-${sectionId}`, saved());
    },
    again: ({ app, viewer, body }, problem) => showAll(app, viewer, refused(body, problem)),
  }),
  operator.post({
    path: `${here}/sections`,
    verb: addSection,
    body: Type.Object({ section_id: Type.Optional(Id), title: name, position: Position }),
    handle: async ({ app, viewer, body: { section_id: id, title, position = 0 } }) => {
      if (id === undefined) await addSection(app, viewer, title);
      else await updateSection(app, viewer, { id, title, position });
      return redirect(here, saved());
    },
    again: ({ app, viewer, body }, problem) => showAll(app, viewer, refused(body, problem)),
  }),
  operator.post({
    path: `${here}/sections/delete`,
    verb: deleteSection,
    body: Type.Object({ section_id: Id }),
    handle: async ({ app, viewer, body }) => {
      await deleteSection(app, viewer, body.section_id);
      return redirect(here, { kind: 'success', text: t('Deleted') });
    },
    again: ({ app, viewer }, { message }) => showAll(app, viewer, { message }),
  }),
  operator.get({
    path: `${here}/:id`,
    params: ById,
    handle: ({ app, viewer, params }) => showOne(app, viewer, params.id),
  }),
  operator.post({
    path: `${here}/:id`,
    verb: updateForum,
    params: ById,
    body: Type.Object({
      do: Type.Enum(['save', 'archive', 'open', 'delete', 'add_moderator', 'remove_moderator']),
      title: name,
      description: name,
      section_id: IdOrEmpty,
      parent: IdOrEmpty,
      position: Position,
      move_to: IdOrEmpty,
      solutions: Type.Optional(Type.Literal('on')),
      username: Type.String({ maxLength: 100, default: '' }),
      account_id: IdOrEmpty,
    }),
    handle: async ({ app, viewer, params: { id }, body }) => {
      const { title, description, position, parent, section_id: section, move_to: moveTo } = body;
      if (body.do === 'save')
        await updateForum(app, viewer, {
          id,
          title,
          description,
          position,
          sectionId: section || '0',
          parentId: orNull(parent),
          hasSolutions: body.solutions === 'on',
        });
      else if (body.do === 'add_moderator') await addModerator(app, viewer, id, body.username);
      else if (body.do === 'remove_moderator') await removeModerator(app, viewer, id, body.account_id || '0');
      else if (body.do !== 'delete') await archiveForum(app, viewer, id, body.do === 'archive');
      else {
        await deleteForum(app, viewer, id, orNull(moveTo) ?? undefined);
        return redirect(here, { kind: 'success', text: t('Deleted') });
      }
      return redirect(`${here}/${id}`, saved());
    },
    again: ({ app, viewer, params, body }, problem) =>
      showOne(app, viewer, params.id, refused(body, problem)),
  }),
];
