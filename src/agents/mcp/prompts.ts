import type { McpPrompt } from './serve.ts';

const address = {
  name: 'address',
  description: 'The address of a post, article, question or thread',
  required: true,
};

/** Prompts that a person picks in their assistant. Models read them, so they are in English. */
export const prompts: readonly McpPrompt[] = [
  {
    name: 'summarize_thread',
    title: 'Summarize a thread',
    description: 'Sums up a discussion: what it is about, who says what, and what is open',
    arguments: [address],
    text: ({ address = '' }) =>
      `Read ${address} with its comments by the tool "read". Sum it up in at most eight sentences: what it is about, which positions people take, what they agree on, and what is open. Name people as they are named there. Do not publish anything.`,
  },
  {
    name: 'draft_reply',
    title: 'Draft a reply',
    description: 'Drafts a reply to a discussion, for you to read before it is published',
    arguments: [address, { name: 'intent', description: 'What the reply should say', required: false }],
    text: ({ address = '', intent = '' }) =>
      `Read ${address} with its comments by the tool "read", and draft a reply${intent === '' ? '' : ` that says: ${intent}`}. Write in the language of the discussion, plainly and politely, in at most 120 words. Show me the draft, and publish it by the tool "comment" only after I agree.`,
  },
];
