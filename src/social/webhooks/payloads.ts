import { type TSchema, Type } from 'typebox';
import { describeWebhooks, TestData, Time, toPayloads } from '../../identity/webhooks/records.ts';
import { testEvent } from '../../identity/webhooks/webhook.ts';
import { type PlazaEvent, plazaWebhooks } from './events.ts';

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Text = Type.String();

const Person = Type.Object({ id: Text, username: Text, name: Text }, { title: 'WebhookPerson' });

const Post = Type.Object(
  {
    id: Text,
    kind: Type.Enum(['post', 'article', 'thread', 'reply', 'question', 'answer']),
    url: Text,
    title: Type.String({ description: 'Of articles, threads and questions' }),
    text: Type.String({ description: 'The teaser, if the post is locked' }),
    warning: Type.String({ description: 'The content warning' }),
    is_locked: Type.Boolean({ description: 'Whether the account has not paid for the text' }),
    privacy: Type.Enum(['public', 'friends', 'me', 'group']),
    parent_id: orNull(Text),
    quote_id: orNull(Text),
    author: Type.Union([Person, Type.Null()], { description: 'Null for posts of pages' }),
    page: orNull(Type.Object({ id: Text, username: Text, title: Text })),
    group: orNull(Type.Object({ id: Text, title: Text })),
    created_at: Time,
    edited_at: orNull(Time),
  },
  { title: 'WebhookPost' },
);

const Comment = Type.Object(
  {
    id: Text,
    post_id: Text,
    parent_id: orNull(Text),
    text: Text,
    url: Text,
    author: Person,
    created_at: Time,
    edited_at: orNull(Time),
  },
  { title: 'WebhookComment' },
);

const Reaction = Type.Object({
  kind: Type.Enum(['like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry']),
  post_id: Text,
  comment_id: orNull(Text),
  by: Person,
});

const Message = Type.Object({
  id: Text,
  conversation_id: Text,
  text: Text,
  files: Type.Integer({ description: 'The number of its files' }),
  author: Type.Union([Person, Type.Null()], { description: 'Null for a former member' }),
  created_at: Time,
});

const Subscription = Type.Object(
  {
    id: Text,
    plan: Type.Object({ id: Text, title: Text }),
    seller: Type.Object({ type: Type.Enum(['profile', 'page']), id: Text, name: Text }),
    subscriber: Person,
    price: Type.String({ description: 'An amount such as `4.50`' }),
    currency: Text,
    period: Type.Enum(['day', 'week', 'month', 'year']),
    period_num: Type.Integer(),
    is_trial: Type.Boolean(),
    period_end: Time,
    ended_at: orNull(Time),
    ended_reason: Type.Enum(['', 'canceled', 'unpaid', 'refunded', 'closed', 'blocked']),
  },
  { title: 'WebhookSubscription' },
);

const Payment = Type.Object(
  {
    id: Text,
    kind: Type.Enum(['membership', 'unlock', 'tip', 'message', 'ticket']),
    amount: Type.String({ description: 'An amount such as `4.5`' }),
    refunded: Type.String({ description: 'The refunded part of it' }),
    currency: Text,
    is_income: Type.Boolean({ description: 'Whether the account received it, rather than paid it' }),
    buyer: orNull(Person),
    post_id: orNull(Text),
    subscription_id: orNull(Text),
    page_id: orNull(Text),
    created_at: Time,
  },
  { title: 'WebhookPayment' },
);

const Report = Type.Object({
  id: Text,
  subject: Type.Enum(['person', 'post', 'comment', 'page', 'message']),
  subject_id: Text,
  category: Text,
  reason: Text,
  created_at: Time,
});

const ofPost = { post: Post };
const ofComment = { comment: Comment };
const ofSubscription = { subscription: Subscription };
const ofPayment = { payment: Payment };
const ofAnswer = { question: Post, answer: Post };

const data: Readonly<Record<PlazaEvent, Record<string, TSchema>>> = {
  'post.created': ofPost,
  'post.updated': ofPost,
  'post.deleted': { post: Type.Object({ id: Text }) },
  'comment.created': ofComment,
  'comment.updated': ofComment,
  'comment.deleted': { comment: Type.Object({ id: Text, post_id: Text }) },
  'reaction.created': { reaction: Reaction },
  'question.answered': ofAnswer,
  'question.solved': ofAnswer,
  'thread.solved': { thread: Post, reply: Post },
  'message.created': { message: Message },
  'subscription.started': ofSubscription,
  'subscription.renewed': ofSubscription,
  'subscription.ended': ofSubscription,
  'payment.created': ofPayment,
  'payment.refunded': ofPayment,
  'agent.connected': { agent: Type.Object({ id: Text, name: Text }) },
  'member.joined': { member: Type.Object({ id: Text, username: Text, name: Text, joined_at: Time }) },
  'report.opened': { report: Report },
};

const Account = Type.Union([Type.Object({ id: Text, username: Text }), Type.Null()], {
  description: 'The person whose event it is, and who sees what is sent. Null for webhooks of operators',
});

/** The schema of a message by its event. */
export const payloads = toPayloads({
  ...Object.fromEntries(
    Object.entries(data).map(([event, fields]) => [event, Type.Object({ ...fields, account: Account })]),
  ),
  [testEvent]: TestData,
});

const at = '2026-03-01T12:00:00.000Z';
const ada = { id: '7', username: 'ada', name: 'Ada Lovelace' };
const twain = { id: '9', username: 'twain', name: 'Mark Twain' };

const post = {
  ...{ id: '12', kind: 'post', url: 'https://plaza.example/posts/12', title: '', text: 'Hello' },
  ...{ warning: '', is_locked: false, privacy: 'public', parent_id: null, quote_id: null },
  ...{ author: ada, page: null, group: null, created_at: at, edited_at: null },
};
const question = {
  ...post,
  ...{ id: '20', kind: 'question', url: 'https://plaza.example/questions/20/why-is-the-sky-blue' },
  ...{ title: 'Why is the sky blue?', text: 'It was gray yesterday.' },
};
const answer = {
  ...post,
  ...{ id: '21', kind: 'answer', url: 'https://plaza.example/questions/20?answer=21#post-21' },
  ...{ text: 'Rayleigh scattering.', parent_id: '20', author: twain },
};
const thread = {
  ...post,
  ...{ id: '40', kind: 'thread', url: 'https://plaza.example/forums/threads/40/which-beans-climb-best' },
  ...{ title: 'Which beans climb best?', text: 'On a north wall.' },
};
const reply = {
  ...post,
  ...{ id: '41', kind: 'reply', url: 'https://plaza.example/forums/threads/40?reply=41#post-41' },
  ...{ text: 'Runner beans.', parent_id: '40', author: twain },
};
const comment = {
  ...{ id: '31', post_id: '12', parent_id: null, text: 'Welcome', author: twain, created_at: at },
  ...{ url: 'https://plaza.example/comments/31#comment-31', edited_at: null },
};
const subscription = {
  ...{ id: '5', plan: { id: '2', title: 'Supporter' }, seller: { type: 'profile', id: '7', name: ada.name } },
  ...{ subscriber: twain, price: '4.50', currency: 'USD', period: 'month', period_num: 1, is_trial: false },
  ...{ period_end: '2026-04-01T12:00:00.000Z', ended_at: null, ended_reason: '' },
};
const payment = {
  ...{ id: '8', kind: 'membership', amount: '4.5', refunded: '0', currency: 'USD', is_income: true },
  ...{ buyer: twain, post_id: null, subscription_id: '5', page_id: null, created_at: at },
};

const examples: Readonly<Record<PlazaEvent, object>> = {
  'post.created': { post },
  'post.updated': { post: { ...post, text: 'Hello again', edited_at: at } },
  'post.deleted': { post: { id: '12' } },
  'comment.created': { comment },
  'comment.updated': { comment: { ...comment, text: 'Welcome back', edited_at: at } },
  'comment.deleted': { comment: { id: '31', post_id: '12' } },
  'reaction.created': { reaction: { kind: 'love', post_id: '12', comment_id: null, by: twain } },
  'question.answered': { question, answer },
  'question.solved': { question, answer },
  'thread.solved': { thread, reply },
  'message.created': {
    message: { id: '44', conversation_id: '3', text: 'Hi', files: 0, author: twain, created_at: at },
  },
  'subscription.started': { subscription },
  'subscription.renewed': { subscription: { ...subscription, period_end: '2026-05-01T12:00:00.000Z' } },
  'subscription.ended': { subscription: { ...subscription, ended_at: at, ended_reason: 'canceled' } },
  'payment.created': { payment },
  'payment.refunded': { payment: { ...payment, refunded: '4.5' } },
  'agent.connected': { agent: { id: 'reg_4fKq2', name: 'Assistant' } },
  'member.joined': { member: { ...twain, joined_at: at } },
  'report.opened': {
    report: { id: '6', subject: 'post', subject_id: '12', category: 'spam', reason: '', created_at: at },
  },
};

function exampleOf(event: string): object {
  if (event === testEvent) return { webhook: 'example.com' };
  const account = ['member.joined', 'report.opened'].includes(event)
    ? null
    : { id: ada.id, username: ada.username };
  return { ...examples[event as PlazaEvent], account };
}

/** The `webhooks` of the OpenAPI document: what Plaza sends to the URLs of webhooks. */
export const describePlazaWebhooks = () => describeWebhooks(plazaWebhooks, payloads, exampleOf);
