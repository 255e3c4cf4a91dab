import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { initialsUrl } from '../../../identity/account/initials-address.ts';
import { ById } from '../../../kernel/input.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import type { App } from '../../../platform/app.ts';
import type { Person } from '../../people/person.ts';
import { listCalls } from '../calls/list-calls.ts';
import { nameOfCall } from '../calls/outcome.ts';
import { getCall } from '../calls/get-calls.ts';
import { getConversation } from '../conversations/find-conversation.ts';
import { callView } from '../views/call-view.ts';
import { callsView } from '../views/calls-view.ts';
import { showInChatFrame } from './show.ts';

const member = pagesFor('member');

export const callPages = [
  member.get({
    path: '/messages/calls',
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
    handle: async ({ app, viewer, query: { page = 0 } }) => {
      const body = callsView(await listCalls(app, viewer, page), page, app.clock.now());
      return showInChatFrame(app, viewer, { title: t('Calls'), body });
    },
  }),
  member.get({
    // The window of a call that rings or that the viewer is in.
    path: '/messages/calls/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const call = await getCall(app, viewer, params.id);
      if (call.endedAt)
        return redirect(`/messages/${call.conversationId}`, { kind: 'info', text: t('This call has ended') });
      return callView({
        callId: call.id,
        conversationId: call.conversationId,
        isVideo: call.isVideo,
        isGroup: call.isGroup,
        name: nameOfCall(call),
        picture: call.isGroup ? null : pictureOf(app, call.others[0]?.person),
        me: { id: viewer.id, picture: viewer.picture ?? initialsUrl(viewer) },
      });
    },
  }),
  member.get({
    // The window of a call before it starts.
    path: '/messages/:id/call',
    params: ById,
    query: Type.Object({ type: Type.Enum(['audio', 'video'], { default: 'audio' }) }),
    handle: async ({ app, viewer, params, query }) => {
      const { id, isGroup, name, picture, members } = await getConversation(app, viewer, params.id);
      return callView({
        conversationId: id,
        isVideo: query.type === 'video',
        isGroup,
        name,
        picture: isGroup ? picture : pictureOf(app, members[0]?.profile),
        me: { id: viewer.id, picture: viewer.picture ?? initialsUrl(viewer) },
      });
    },
  }),
];

const pictureOf = ({ config }: App, person: Person | null | undefined): string | null =>
  person ? (person.portrait ?? `${config.plazaUrl}${initialsUrl(person)}`) : null;
