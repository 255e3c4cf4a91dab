import { Type } from 'typebox';
import { parseCrop } from '../../identity/profile/pictures.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { deletePagePicture, setPagePicture } from './editing.ts';
import { declineInvitation, inviteToLike, likePage, listAskable } from './liking.ts';
import { decidePage, requestVerification, suspendPage } from './operating.ts';
import { getPage } from './reading.ts';
import { assignRole, listPageTeam, removeRole, transferPage } from './team.ts';
import {
  DecideBody,
  InvitationBody,
  InviteBody,
  MemberRecord,
  OfPage,
  PageRecord,
  PartQuery,
  PictureBody,
  TeamBody,
  toMemberRecord,
  toPageRecord,
  VerificationBody,
} from './wire.ts';

const addition = 'Extension.';
const tag = 'Pages';
const member = operations(tag, 'member');
const operator = operations(tag, 'operator');

/** Endpoints for page teams and operators. */
export const teamRoutes = [
  member.get({
    path: '/apis/php/pages/team',
    summary: 'List the team of a page',
    description: `${addition} For members of the team.`,
    query: OfPage,
    returns: Envelope(Type.Array(MemberRecord)),
    handle: async ({ app, viewer, query }) => ({
      data: (await listPageTeam(app, viewer, query.page_id)).map((member) => toMemberRecord(app, member)),
    }),
  }),
  member.post({
    path: '/apis/php/pages/team',
    verb: assignRole,
    summary: 'Manage the team of a page',
    description: `${addition} The owner and admins add and remove members. Members can leave. The owner can transfer the page.`,
    body: TeamBody,
    returns: Done,
    example: { do: 'add', page_id: '3', user_name: 'ada', role: 'editor' },
    handle: async ({ app, viewer, body }) => {
      const { page_id: pageId, user_id: personId, user_name: username, role } = body;
      if (body.do === 'add') {
        if (username === undefined) throw invalid('user_name', msg('user_name is required'));
        if (role === undefined) throw invalid('role', msg('role is required'));
        await assignRole(app, viewer, pageId, { username, role });
        return { message: 'Added' };
      }
      if (body.do === 'leave') {
        await removeRole(app, viewer, pageId, viewer.id);
        return { message: 'Left' };
      }
      if (personId === undefined) throw invalid('user_id', msg('user_id is required'));
      await (body.do === 'give' ? transferPage : removeRole)(app, viewer, pageId, personId);
      return { message: body.do === 'give' ? 'Transferred' : 'Removed' };
    },
  }),
  member.get({
    path: '/apis/php/pages/askable',
    summary: 'List friends to invite to like a page',
    description: `${addition} By name, 30 per page.`,
    query: PartQuery,
    returns: PageEnvelope(Type.Array(AuthorRecord)),
    handle: async ({ app, viewer, query }) => {
      const { id } = await getPage(app, viewer, { id: query.page_id });
      const page = pageAfter(query.after);
      const { people, hasMore } = await listAskable(app, viewer, id, page);
      return { data: people.map((person) => toAuthorRecord(app, person)), ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: '/apis/php/pages/invite',
    verb: inviteToLike,
    summary: 'Invite a friend to like a page',
    description: `${addition} Once per person. Inviting the same person again changes nothing.`,
    body: InviteBody,
    returns: Done,
    example: { page_id: '3', user_id: '2' },
    handle: async ({ app, viewer, body }) => {
      await inviteToLike(app, viewer, body.page_id, body.user_id);
      return { message: 'Invited' };
    },
  }),
  member.post({
    path: '/apis/php/pages/invitation',
    verb: likePage,
    summary: 'Accept or decline an invitation to like a page',
    description: addition,
    body: InvitationBody,
    returns: Done,
    example: { do: 'accept', page_id: '3' },
    handle: async ({ app, viewer, body }) => {
      await (body.do === 'accept' ? likePage : declineInvitation)(app, viewer, body.page_id);
      return { message: body.do === 'accept' ? 'Liked' : 'Declined' };
    },
  }),
  member.post({
    path: '/apis/php/pages/picture',
    verb: setPagePicture,
    summary: 'Set the picture or cover of a page',
    description: `${addition} As multipart/form-data. Without a file, the picture is removed.`,
    files: {
      fields: ['file'],
      aliases: ['picture', 'cover', 'image', 'photo'],
      max: 1,
      bytes: largestPicture,
    },
    body: PictureBody,
    returns: Envelope(PageRecord),
    example: { page_id: '3', handle: 'picture' },
    handle: async ({ app, viewer, body: { page_id: id, handle, crop }, files: [upload] }) => {
      const which = handle.startsWith('cover') ? 'cover' : 'picture';
      if (upload)
        await setPagePicture(app, viewer, id, which, upload.file ?? upload.body, { crop: parseCrop(crop) });
      else await deletePagePicture(app, viewer, id, which);
      return { data: toPageRecord(app, await getPage(app, viewer, { id })) };
    },
  }),
  member.post({
    path: '/apis/php/pages/verification',
    verb: requestVerification,
    summary: 'Request the verification of a page',
    description: `${addition} An operator decides.`,
    body: VerificationBody,
    returns: Done,
    example: { page_id: '3', note: 'Our website links here' },
    handle: async ({ app, viewer, body }) => {
      await requestVerification(app, viewer, body.page_id, body.note);
      return { message: 'Asked' };
    },
  }),
  operator.post({
    path: '/apis/php/pages/decide',
    verb: suspendPage,
    summary: 'Verify or suspend a page',
    description: `${addition} For operators.`,
    body: DecideBody,
    returns: Envelope(PageRecord),
    example: { do: 'verify', page_id: '3' },
    handle: async ({ app, viewer, body: { do: act, page_id: id, reason = '' } }) => {
      await decidePage(app, viewer, id, act, reason);
      return { data: toPageRecord(app, await getPage(app, viewer, { id })) };
    },
  }),
];
