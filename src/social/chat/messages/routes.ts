import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { invalid } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done, ListEnvelope } from '../../../platform/http/families/social.ts';
import { toUserRecord } from '../../people/records.ts';
import { reactionPictureUrl } from '../../components/reactions.ts';
import { getSteadyPage, readerOf } from '../../lists/served-pages.ts';
import { isReactionKind, reactionKinds, type ReactionKind } from '../../tallies/reaction-kinds.ts';
import { EditBody, ForwardBody, ReactionBody, requiredId, toDestination } from '../body.ts';
import { ReactorRecord } from '../wire.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import { forwardMessage } from './forward-message.ts';
import { listReactors } from './list-reactors.ts';
import { reactToMessage } from './react-to-message.ts';

const member = operations('Chat', 'member');
const often = { by: ['account'], calls: 600, within: minutes(1) } as const;

/** Operations on a single message. */
export const messageRoutes = [
  member.delete({
    path: '/apis/php/chat/message/:id',
    summary: 'Delete a message',
    description:
      'Deletes your own message for everyone unless `for` is me, and another person’s message only for yourself.',
    params: ById,
    query: Type.Object({ for: Type.Optional(Type.Enum(['me', 'everybody'])) }),
    returns: Done,
    handle: async ({ app, viewer, params, query }) => {
      await deleteMessage(app, viewer, params.id, query.for);
      return { message: t('Deleted') };
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/edit',
    summary: 'Edit the text of your message',
    limit: often,
    body: EditBody,
    returns: Done,
    example: { message_id: '12', message: 'On my way now' },
    handle: async ({ app, viewer, body }) => {
      await editMessage(app, viewer, requiredId('message_id', body.message_id), body.message);
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/forward',
    summary: 'Forward a message',
    description:
      'Sends its text and files to another conversation, or without one to `recipients`: one person, or several, who become a group.',
    limit: often,
    body: ForwardBody,
    returns: Done,
    example: { message_id: '12', conversation_id: '9' },
    handle: async ({ app, viewer, body }) => {
      await forwardMessage(app, viewer, requiredId('message_id', body.message_id), toDestination(body));
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/reactions/react',
    summary: 'React to a message',
    description: `\`reaction\` is one of ${reactionKinds.join(', ')}. A second one replaces the first.`,
    limit: often,
    body: ReactionBody,
    returns: Done,
    example: { do: 'react', message_id: '12', reaction: 'like' },
    handle: async ({ app, viewer, body }) => {
      const id = requiredId('message_id', body.message_id);
      const kind = body.reaction ?? '';
      if (body.do === 'react' && !isReactionKind(kind))
        throw invalid(
          'reaction',
          t('reaction must be one of {reactionKinds}', { reactionKinds: reactionKinds.join(', ') }),
        );
      await reactToMessage(app, viewer, id, body.do === 'react' && isReactionKind(kind) ? kind : null);
      return {};
    },
  }),
  member.get({
    path: '/apis/php/chat/reactions/who_reacts',
    summary: 'List the people who reacted to a message',
    query: Type.Object({
      message_id: Id,
      reaction: Type.Optional(Type.Enum(['', 'all', ...reactionKinds])),
      reaction_type: Type.Optional(
        Type.Enum(['', 'all', ...reactionKinds], { description: 'The same as `reaction`' }),
      ),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Page number, starting at 0' }),
      ),
    }),
    returns: ListEnvelope(ReactorRecord),
    handle: async ({ app, viewer, caller, query }) => {
      const { message_id, reaction_type = '', reaction = reaction_type, offset = 0 } = query;
      const kind = isReactionKind(reaction) ? reaction : undefined;
      const kinds = new Map<string, ReactionKind>();
      const { items, hasMore } = await getSteadyPage(app, readerOf(caller, viewer), {
        list: `reactors ${message_id} ${kind ?? ''}`,
        page: offset,
        load: async (page) => {
          const found = await listReactors(app, viewer, message_id, { kind, page });
          for (const [id, kind] of found.kinds) kinds.set(id, kind);
          return found;
        },
        idOf: ({ id }) => id,
      });
      return {
        data: items.map((person) => {
          const reaction = kinds.get(person.id) ?? 'like';
          const reaction_image_url = reactionPictureUrl(app, reaction);
          return { ...toUserRecord(app, person), reaction, reaction_image_url };
        }),
        has_more: hasMore,
      };
    },
  }),
];
