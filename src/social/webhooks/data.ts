import { existingPeople, livePeople } from '../../identity/account/people.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { getMessages } from '../chat/messages/message-rows.ts';
import { getComment } from '../comments/reading.ts';
import { findMembership } from '../memberships/reading.ts';
import { blockedBetween, type Person, toPersonIfAny } from '../people/person.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { plainMoney } from '../wallet/money.ts';
import type { PlazaEvent } from './events.ts';

/** An event that waits for its message. */
export interface QueuedEvent {
  kind: string;
  subjectId: string;
  detail: Readonly<Record<string, string>> | null;
}

type Data = Readonly<Record<string, unknown>>;
type Read = (app: App, viewer: Viewer | undefined, event: QueuedEvent) => Promise<Data | undefined>;

/**
 * Returns what an event is about, as the viewer may see it now; a visitor without one. Undefined: nothing, because it was
 * deleted, blocked or made private since.
 */
export async function readData(
  app: App,
  viewer: Viewer | undefined,
  event: QueuedEvent,
): Promise<Data | undefined> {
  try {
    return await reads[event.kind as PlazaEvent](app, viewer, event);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'missing') return undefined;
    throw error;
  }
}

const readPost: Read = async (app, viewer, { subjectId }) => {
  const [post] = await getPosts(app, viewer, [subjectId]);
  return post && { post: toPostData(app, post) };
};

const readComment: Read = async (app, viewer, { subjectId }) => {
  const { id, postId, parentId, text, author, createdAt, editedAt } = await getComment(
    app,
    viewer,
    subjectId,
  );
  return {
    comment: {
      ...{ id, post_id: postId, parent_id: parentId, text },
      url: `${app.config.plazaUrl}/comments/${id}#comment-${id}`,
      author: toPersonData(author),
      created_at: createdAt.toISOString(),
      edited_at: editedAt?.toISOString() ?? null,
    },
  };
};

const readReaction: Read = async (app, viewer, { subjectId, detail }) => {
  const { on = '', by = '', kind = '' } = detail ?? {};
  const comment = on === 'comment' ? await getComment(app, viewer, subjectId) : undefined;
  const postId = comment?.postId ?? subjectId;
  const [post] = await getPosts(app, viewer, [postId]);
  const person = await findPerson(app, viewer, by);
  return (
    post &&
    person && {
      reaction: { kind, post_id: postId, comment_id: comment?.id ?? null, by: toPersonData(person) },
    }
  );
};

/** A post under these names with the one that it answers. */
const readAnswer =
  (above: string, below: string): Read =>
  async (app, viewer, { subjectId }) => {
    const [answer] = await getPosts(app, viewer, [subjectId]);
    const [question] = await getPosts(app, viewer, answer?.parentId ? [answer.parentId] : []);
    return answer && question && { [above]: toPostData(app, question), [below]: toPostData(app, answer) };
  };

const readMessage: Read = async (app, viewer, { subjectId }) => {
  const [message] = viewer ? await getMessages(app, viewer, [subjectId]) : [];
  return message && !message.isDeleted
    ? {
        message: {
          id: message.id,
          conversation_id: message.conversationId,
          text: message.text,
          files: message.files.length,
          author: message.author && toPersonData(message.author),
          created_at: message.at.toISOString(),
        },
      }
    : undefined;
};

const readSubscription: Read = async (app, viewer, { subjectId }) => {
  const membership = viewer && (await findMembership(app, viewer, subjectId));
  if (!membership) return undefined;
  const { seller, plan } = membership;
  return {
    subscription: {
      id: membership.id,
      plan,
      seller: { type: seller.type, id: seller.id, name: seller.name },
      subscriber: toPersonData(membership.subscriber),
      price: membership.price,
      currency: app.config.CURRENCY,
      period: membership.period,
      period_num: membership.periodNum,
      is_trial: membership.isTrial,
      period_end: membership.periodEnd.toISOString(),
      ended_at: membership.endedAt?.toISOString() ?? null,
      ended_reason: membership.endedReason,
    },
  };
};

const readPayment: Read = async (app, viewer, { subjectId }) => {
  const row = await app.db
    .selectFrom('social.sale as sale')
    .leftJoin(existingPeople('buyer'), (join) => join.onRef('buyer.id', '=', 'sale.buyer_id'))
    .where('sale.id', '=', subjectId)
    .where((eb) =>
      eb.or([eb('sale.buyer_id', '=', viewer?.id ?? null), eb('sale.payee_id', '=', viewer?.id ?? null)]),
    )
    .select(['sale.id as sale_id', 'kind', 'amount', 'refunded', 'post_id', 'membership_id', 'page_id'])
    .select(['created_at', 'payee_id'])
    .select(['buyer.id', 'username', 'first_name', 'last_name', 'picture', 'picture_small'])
    .executeTakeFirst();
  if (!row) return undefined;
  const buyer = toPersonIfAny(app, row);
  return {
    payment: {
      id: row.sale_id,
      kind: row.kind,
      amount: plainMoney(BigInt(row.amount)),
      refunded: plainMoney(BigInt(row.refunded)),
      currency: app.config.CURRENCY,
      is_income: row.payee_id === viewer?.id,
      buyer: buyer && toPersonData(buyer),
      ...{ post_id: row.post_id, subscription_id: row.membership_id, page_id: row.page_id },
      created_at: row.created_at.toISOString(),
    },
  };
};

const readMember: Read = async (app, _viewer, { subjectId }) => {
  const person = await findPerson(app, undefined, subjectId);
  return person && { member: { ...toPersonData(person), joined_at: person.registered_at.toISOString() } };
};

/** Who reported it is for the moderators of the case only. */
const readReport: Read = async ({ db }, _viewer, { subjectId }) => {
  const row = await db
    .selectFrom('social.report as report')
    .innerJoin('social.report_category as category', 'category.id', 'report.category_id')
    .where('report.id', '=', subjectId)
    .select(['report.id', 'subject', 'subject_id', 'category.name as category', 'reason', 'created_at'])
    .executeTakeFirst();
  return row && { report: { ...row, created_at: row.created_at.toISOString() } };
};

const reads: Readonly<Record<PlazaEvent, Read>> = {
  'post.created': readPost,
  'post.updated': readPost,
  'post.deleted': async (_app, _viewer, { subjectId: id }) => Promise.resolve({ post: { id } }),
  'comment.created': readComment,
  'comment.updated': readComment,
  'comment.deleted': async (_app, _viewer, { subjectId: id, detail }) =>
    Promise.resolve({ comment: { id, post_id: detail?.post ?? '' } }),
  'reaction.created': readReaction,
  'question.answered': readAnswer('question', 'answer'),
  'question.solved': readAnswer('question', 'answer'),
  'thread.solved': readAnswer('thread', 'reply'),
  'message.created': readMessage,
  'subscription.started': readSubscription,
  'subscription.renewed': readSubscription,
  'subscription.ended': readSubscription,
  'payment.created': readPayment,
  'payment.refunded': readPayment,
  'agent.connected': async (_app, _viewer, { detail }) => Promise.resolve({ agent: detail ?? {} }),
  'member.joined': readMember,
  'report.opened': readReport,
};

const toPersonData = ({ id, username, name }: Pick<Person, 'id' | 'username' | 'name'>) => ({
  id,
  username,
  name,
});

async function findPerson({ db }: App, viewer: Viewer | undefined, id: string) {
  const row = await db
    .selectFrom(livePeople('person'))
    .where('person.id', '=', id)
    .$if(viewer !== undefined, (query) =>
      query.where((eb) => eb.not(blockedBetween('person.id', viewer?.id ?? ''))),
    )
    .select(['person.id', 'username', 'first_name', 'last_name', 'registered_at'])
    .executeTakeFirst();
  return row && { ...row, name: `${row.first_name} ${row.last_name}`.trim() };
}

/** Content that is sold is part of it only for those who have access. */
function toPostData({ config }: App, post: Post) {
  return {
    id: post.id,
    kind: post.kind,
    url: `${config.plazaUrl}${pathOf(post)}`,
    title: post.title,
    text: post.paywall && !post.paywall.isOpen ? post.paywall.teaser : post.text,
    warning: post.warning,
    is_locked: post.paywall?.isOpen === false,
    privacy: post.privacy,
    parent_id: post.parentId,
    quote_id: post.quoteId,
    // Who writes for a page is not public.
    author: post.page ? null : toPersonData(post.author),
    page: post.page && { id: post.page.id, username: post.page.username, title: post.page.title },
    group: post.group && { id: post.group.id, title: post.group.title },
    created_at: post.createdAt.toISOString(),
    edited_at: post.editedAt?.toISOString() ?? null,
  };
}
