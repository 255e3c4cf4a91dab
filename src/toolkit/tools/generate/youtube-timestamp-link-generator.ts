import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'YouTube timestamp link generator',
  summary: 'Create a link to a moment in a YouTube video, and to its thumbnails',
  keywords: 'youtube-thumbnail-downloader time',
  input: {
    url: input.line('Video', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    time: input.line('Time', '1:23', { max: 12 }),
  },
  output: { link: output.code('Link'), embed: output.code('Embed'), thumbnails: output.list('Thumbnails') },
  sample: {
    link: 'https://youtu.be/dQw4w9WgXcQ?t=83',
    embed: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=83',
    thumbnails: [
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/sddefault.jpg',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/default.jpg',
    ],
  },
  run: ({ url, time }) => {
    const id =
      /(?:[?&]v=|youtu\.be\/|\/(?:embed|shorts|live)\/)([\w-]{11})(?![\w-])/.exec(url)?.[1] ??
      (/^[\w-]{11}$/.test(url) ? url : '');
    if (id === '') throw invalid('url', 'Send the address of a YouTube video');
    if (!/^\d{1,6}(?::\d{1,2}){0,2}$/.test(time))
      throw invalid('time', 'Send a time such as 83, 1:23 or 1:02:03');
    const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    return {
      link: `https://youtu.be/${id}?t=${seconds}`,
      embed: `https://www.youtube-nocookie.com/embed/${id}?start=${seconds}`,
      thumbnails: ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault', 'default'].map(
        (name) => `https://i.ytimg.com/vi/${id}/${name}.jpg`,
      ),
    };
  },
});
