import { STATUS_CODES } from 'node:http';
import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

const types: Readonly<Record<string, string>> = Object.fromEntries<string>(
  'aac audio/aac|avif image/avif|bin application/octet-stream|bmp image/bmp|bz2 application/x-bzip2|css text/css|csv text/csv|doc application/msword|docx application/vnd.openxmlformats-officedocument.wordprocessingml.document|epub application/epub+zip|eot application/vnd.ms-fontobject|flac audio/flac|gif image/gif|gz application/gzip|heic image/heic|htm text/html|html text/html|ico image/vnd.microsoft.icon|ics text/calendar|jar application/java-archive|jpeg image/jpeg|jpg image/jpeg|js text/javascript|json application/json|jsonld application/ld+json|m4a audio/mp4|md text/markdown|mid audio/midi|mjs text/javascript|mov video/quicktime|mp3 audio/mpeg|mp4 video/mp4|mpeg video/mpeg|odp application/vnd.oasis.opendocument.presentation|ods application/vnd.oasis.opendocument.spreadsheet|odt application/vnd.oasis.opendocument.text|oga audio/ogg|ogv video/ogg|otf font/otf|pdf application/pdf|png image/png|ppt application/vnd.ms-powerpoint|pptx application/vnd.openxmlformats-officedocument.presentationml.presentation|rar application/vnd.rar|rtf application/rtf|sh application/x-sh|sql application/sql|svg image/svg+xml|tar application/x-tar|tif image/tiff|tiff image/tiff|toml application/toml|ttf font/ttf|txt text/plain|wasm application/wasm|wav audio/wav|weba audio/webm|webm video/webm|webmanifest application/manifest+json|webp image/webp|woff font/woff|woff2 font/woff2|xhtml application/xhtml+xml|xls application/vnd.ms-excel|xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet|xml application/xml|yaml application/yaml|yml application/yaml|zip application/zip|7z application/x-7z-compressed'
    .split('|')
    .map((pair) => {
      const [extension = '', type = ''] = pair.split(' ');
      return [extension, type];
    }),
);

export default [
  tool({
    slug: 'http-status-codes',
    title: 'HTTP status codes',
    summary: 'Look up the meaning of an HTTP status code',
    keywords: 'error 404 500 response',
    input: { query: input.line('Code or word', '404', { max: 50 }) },
    output: {
      codes: output.table('Codes', {
        code: output.text('Code'),
        name: output.text('Name'),
        kind: output.text('Kind'),
      }),
    },
    sample: { codes: [{ code: '404', name: 'Not Found', kind: 'Client error' }] },
    run: ({ query }) => {
      const text = query.trim().toLowerCase();
      const kinds = ['', 'Informational', 'Success', 'Redirection', 'Client error', 'Server error'];
      const codes = Object.entries(STATUS_CODES).filter(
        ([code, name = '']) =>
          code.startsWith(text) || (text.length > 1 && name.toLowerCase().includes(text)),
      );
      if (codes.length === 0) throw invalid('query', 'No status has this code or word');
      return {
        codes: codes.map(([code, name = '']) => ({ code, name, kind: kinds[Number(code[0])] ?? '' })),
      };
    },
  }),
  tool({
    slug: 'mime-type-finder',
    title: 'MIME type finder',
    summary: 'Find the media type of a file extension, or the extensions of a type',
    keywords: 'content-type media type file-mime-type-checker',
    input: { query: input.line('Extension or type', 'webp', { max: 100 }) },
    output: { type: output.text('Type'), extensions: output.list('Extensions') },
    sample: { type: 'image/webp', extensions: ['webp'] },
    run: ({ query }) => {
      const text = query.trim().toLowerCase().replace(/^.*\./, '');
      const type = query.includes('/') ? query.trim().toLowerCase() : (types[text] ?? '');
      const extensions = Object.entries(types)
        .filter(([, value]) => value === type)
        .map(([extension]) => extension);
      if (extensions.length === 0) throw invalid('query', 'This extension or type is not in the list');
      return { type, extensions };
    },
  }),
];
