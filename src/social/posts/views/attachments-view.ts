import { formatSize } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { audioPlayer, fileCard } from '../../../web/components/post-media.ts';
import { html, type Fragment } from '../../../web/html.ts';
import type { Attachment } from '../post.ts';

/** Audio players and file downloads. */
export const attachmentsView = (attachments: readonly Attachment[]): Fragment =>
  attachments.length > 0 && html`<div class="attachments">${attachments.map(one)}</div>`;

const one = ({ kind, address, name, type, bytes, milliseconds }: Attachment) =>
  kind === 'file'
    ? fileCard({
        address,
        name: name || t('File'),
        facts: `${nameOfType(type, name)} · ${formatSize(bytes)}`,
      })
    : audioPlayer({
        address,
        type,
        label: kind === 'voice_notes' ? t('Voice message') : name || t('Audio'),
        length: milliseconds === null ? '' : lengthOf(milliseconds),
      });

/**
 * The label of a file type, such as `PDF`. Based on the content type, or on the extension for unknown types.
 */
function nameOfType(type: string, name: string): string {
  const known: Readonly<Record<string, string>> = {
    'application/pdf': 'PDF',
    'application/zip': 'ZIP',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': t('Word document'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': t('Excel workbook'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': t('PowerPoint presentation'),
    'application/vnd.oasis.opendocument.text': t('OpenDocument text'),
    'application/vnd.oasis.opendocument.spreadsheet': t('OpenDocument spreadsheet'),
    'application/vnd.oasis.opendocument.presentation': t('OpenDocument presentation'),
    'application/epub+zip': 'EPUB',
    'application/rtf': 'RTF',
    'text/plain': t('Text'),
    'text/csv': 'CSV',
  };
  const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  return known[type.split(';')[0] ?? ''] ?? (ending ? `${ending} file` : t('File'));
}

/** Formats a duration: `3:05` or `1:02:03`. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts;
  const shown = hours === 0 ? rest : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
