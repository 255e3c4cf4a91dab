import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { invalid } from '../../../kernel/problem.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../../platform/http/families/social.ts';
import { addForum, archiveForum, deleteForum, updateForum } from './arrange-forums.ts';
import { addModerator, findByUsername, removeModerator } from '../moderators.ts';
import { getForum } from './get-forum.ts';
import { addSection, deleteSection, listSections, updateSection } from './sections.ts';
import { ForumBody, ModeratorBody, SectionBody } from '../wire.ts';

const description = 'Extension. For operators.';
const operator = operations('Forums', 'operator');

function given(field: string, id: string | undefined): string {
  if (id === undefined) throw invalid(field, t('{field} is required', { field }));
  return id;
}

export const operatorForumRoutes = [
  operator.post({
    path: '/apis/php/forums/section',
    summary: 'Create, update or delete a forum section',
    description,
    body: SectionBody,
    returns: Envelope(Type.Object({ section_id: Type.String() })),
    example: { do: 'add', title: 'House and garden' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'add') return { data: { section_id: await addSection(app, viewer, body.title ?? '') } };
      const id = given('section_id', body.section_id);
      if (body.do === 'delete') await deleteSection(app, viewer, id);
      else {
        const before = (await listSections(app)).find((section) => section.id === id);
        const { title = before?.title ?? '', position = before?.position ?? 0 } = body;
        await updateSection(app, viewer, { id, title, position });
      }
      return { message: 'Done', data: { section_id: id } };
    },
  }),
  operator.post({
    path: '/apis/php/forums/forum',
    summary: 'Create, update, archive, reopen or delete a forum',
    description: `${description} What an update omits stays as it was; its threads go to \`move_to\` when it is deleted.`,
    body: ForumBody,
    returns: Envelope(Type.Object({ forum_id: Type.String() })),
    example: { do: 'add', section_id: '1', title: 'Garden', description: 'What grows' },
    handle: async ({ app, viewer, body }) => {
      const {
        title = '',
        description = '',
        position,
        section_id: section,
        parent_id: parentId = null,
      } = body;
      if (body.do === 'add') {
        const sectionId = given('section_id', section);
        const id = await addForum(app, viewer, { sectionId, parentId, title, description, position });
        return { data: { forum_id: id } };
      }
      const id = given('forum_id', body.forum_id);
      if (body.do === 'update') {
        const before = await getForum(app, id);
        await updateForum(app, viewer, {
          id,
          sectionId: section ?? before.sectionId,
          parentId: body.parent_id === undefined ? before.parentId : body.parent_id,
          title: body.title ?? before.title,
          description: body.description ?? before.description,
          position,
        });
      } else if (body.do === 'delete') await deleteForum(app, viewer, id, body.move_to);
      else await archiveForum(app, viewer, id, body.do === 'archive');
      return { message: 'Done', data: { forum_id: id } };
    },
  }),
  operator.post({
    path: '/apis/php/forums/moderator',
    summary: 'Add or remove a moderator of a forum',
    description,
    body: ModeratorBody,
    returns: Done,
    example: { do: 'add', forum_id: '1', username: 'ada' },
    handle: async ({ app, viewer, body: { do: act, forum_id: forumId, username } }) => {
      if (act === 'add') await addModerator(app, viewer, forumId, username);
      else await removeModerator(app, viewer, forumId, await findByUsername(app, username));
      return { message: 'Done' };
    },
  }),
];
