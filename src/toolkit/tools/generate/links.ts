import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'mailto-link-generator',
    title: 'mailto link generator',
    summary: 'Create a link that opens an email with a subject and text',
    keywords: 'email link html',
    input: {
      to: input.line('To', 'ada@example.com'),
      subject: input.optional(input.line('Subject', 'Hello'), ''),
      body: input.optional(input.text('Text', 'How are you?', { max: 5000 }), ''),
      cc: input.line('Cc', ''),
      bcc: input.line('Bcc', ''),
    },
    output: { link: output.code('Link'), html: output.code('HTML') },
    sample: {
      link: 'mailto:ada@example.com?subject=Hello&body=How%20are%20you%3F',
      html: '<a href="mailto:ada@example.com?subject=Hello&amp;body=How%20are%20you%3F">Email</a>',
    },
    run: ({ to, subject, body, cc, bcc }) => {
      const parts = Object.entries({ subject, body, cc, bcc })
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
      const link = `mailto:${encodeURIComponent(to.toWellFormed()).replaceAll('%40', '@').replaceAll('%2C', ',')}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
      return { link, html: `<a href="${link.replaceAll('&', '&amp;')}">Email</a>` };
    },
  }),
  tool({
    slug: 'whatsapp-link-generator',
    title: 'WhatsApp link generator',
    summary: 'Create a link that opens a WhatsApp chat with a message',
    keywords: 'wa.me click to chat',
    input: {
      phone: input.line('Phone number', '+44 20 7946 0958', { max: 30 }),
      message: input.optional(input.text('Message', 'Hello!', { max: 2000 }), ''),
    },
    output: { link: output.code('Link') },
    sample: { link: 'https://wa.me/442079460958?text=Hello!' },
    run: ({ phone, message }) => {
      const digits = phone.replace(/\D/g, '');
      if (digits.length < 7 || digits.length > 15)
        throw invalid('phone', 'Send a number with its country code');
      return {
        link: `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message.toWellFormed())}` : ''}`,
      };
    },
  }),
  tool({
    slug: 'youtube-timestamp-link-generator',
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
  }),
];
