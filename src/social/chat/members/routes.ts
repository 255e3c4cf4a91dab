import { Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import { minutes } from '../../../kernel/time.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Envelope } from '../../../platform/http/families/social.ts';
import { largestPicture } from '../../../platform/pictures.ts';
import { GroupBody, requiredId, requiredText, toIds } from '../body.ts';
import { getConversation } from '../conversations/find-conversation.ts';
import { ConversationRecord, toConversationRecord } from '../wire.ts';
import { addMembers, promoteToOwner, removeMember, renameGroup } from './change-group.ts';
import { deleteGroupPicture, setGroupPicture } from './set-group-picture.ts';

const addition = 'Extension.';
const member = operations('Chat', 'member');
const few = { by: ['account'], calls: 60, within: minutes(5) } as const;

/** The name, picture and members of a group. */
export const groupRoutes = [
  member.post({
    path: '/apis/php/chat/group',
    summary: 'Rename a group, or change its members',
    description: `${addition} Every member can \`rename\` and \`add\`; owners can \`remove\` members and make one an \`owner\`. Returns the conversation.`,
    limit: few,
    body: GroupBody,
    returns: Envelope(ConversationRecord),
    example: { do: 'add', conversation_id: '9', recipients: ['42'] },
    handle: async ({ app, viewer, body }) => {
      const id = requiredId('conversation_id', body.conversation_id);
      if (body.do === 'rename') await renameGroup(app, viewer, id, requiredText('title', body.title));
      else if (body.do === 'add')
        await addMembers(app, viewer, id, toIds('recipients', body.recipients, { isRequired: true }));
      else {
        const change = body.do === 'owner' ? promoteToOwner : removeMember;
        await change(app, viewer, id, requiredId('user_id', body.user_id));
      }
      return { data: toConversationRecord(app, await getConversation(app, viewer, id)) };
    },
  }),
  member.post({
    path: '/apis/php/chat/group/picture',
    summary: 'Set the picture of a group',
    description: `${addition} As multipart/form-data. Without a file, the picture is removed.`,
    limit: few,
    files: { fields: ['file'], aliases: ['picture', 'image', 'photo'], max: 1, bytes: largestPicture },
    body: Type.Object({ conversation_id: Id }),
    returns: Envelope(ConversationRecord),
    example: { conversation_id: '9' },
    handle: async ({ app, viewer, body: { conversation_id: id }, files: [upload] }) => {
      if (upload) await setGroupPicture(app, viewer, id, upload.file ?? upload.body);
      else await deleteGroupPicture(app, viewer, id);
      return { data: toConversationRecord(app, await getConversation(app, viewer, id)) };
    },
  }),
];
