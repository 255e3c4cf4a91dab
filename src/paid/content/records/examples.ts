import type { PostRecord } from './post-record.ts';

/** A post in examples. */
export const examplePost: PostRecord = {
  id: '1024',
  type: 'post',
  url: 'https://plaza.example/posts/1024',
  title: '',
  text: 'Sourdough, day three: it rises. #baking',
  author: { type: 'person', username: 'ada', name: 'Ada Lovelace', url: 'https://plaza.example/@ada' },
  agent_name: null,
  created_at: '2026-11-20T08:30:00.000Z',
  updated_at: null,
  hashtags: ['baking'],
  content_warning: '',
  shared_url: null,
  media: [
    {
      type: 'image',
      url: 'https://plaza.example/files/photos/2026/11/loaf.webp',
      alt: 'A round loaf',
      width: 1600,
      height: 1200,
    },
  ],
  poll: null,
  counts: { reactions: 12, comments: 3, shares: 1, replies: 0, score: 0 },
  license: 'All rights reserved by the authors',
};

/** Returns an example post with a title, of another kind. */
export const exampleOf = (type: PostRecord['type'], title: string, text: string): PostRecord => ({
  ...examplePost,
  type,
  title,
  text,
  hashtags: [],
  media: [],
});
