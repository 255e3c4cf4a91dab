import type { World } from './open-world.ts';
import type { Read } from './read.ts';
import { hotPost, longQuestion, longThread } from './social/posts-data.ts';

/** Every read of Plaza's pages and APIs. */
export function socialReads(world: World): Promise<Read[]> {
  return Promise.resolve([
    { label: 'home', service: 'plaza', as: 'reader', path: '/' },
    { label: 'home, star', service: 'plaza', as: 'star', path: '/' },
    { label: 'profile, stranger', service: 'plaza', path: `/@person${world.size.people / 2}` },
    {
      label: 'post with many comments',
      service: 'plaza',
      as: 'reader',
      path: `/posts/${hotPost(world.size.posts)}`,
    },
    { label: 'long thread', service: 'plaza', as: 'reader', path: `/forums/threads/${longThread}` },
    {
      label: 'question with many answers',
      service: 'plaza',
      as: 'reader',
      path: `/questions/${longQuestion}`,
    },
  ]);
}
