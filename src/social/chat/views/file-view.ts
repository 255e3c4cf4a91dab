import { formatSize } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { audioPlayer, fileCard, videoPlayer } from '../../../web/components/post-media.ts';
import type { MessageFile } from '../messages/message.ts';

/** A file in a message. */
export function fileView(file: MessageFile): Html {
  const { kind, address, smallAddress, name, type, width, height, milliseconds, bytes, waveform } = file;
  const length = milliseconds === null ? '' : toLength(milliseconds);
  if (kind === 'photos')
    return html`<a class="message-photo" href="${address}" data-turbo="false"
      ><img
        ${attributes({ src: smallAddress ?? address, alt: name || t('Photo'), width, height, loading: 'lazy', decoding: 'async' })}
    /></a>`;
  if (kind === 'video')
    return videoPlayer({ address, type, label: name || t('Video'), poster: null, width, height });
  if (kind === 'voice_notes')
    return html`<div class="message-voice">
      ${waveform && bars(waveform)} ${audioPlayer({ address, type, label: t('Voice message'), length })}
    </div>`;
  if (kind === 'audio') return audioPlayer({ address, type, label: name || t('Audio'), length });
  return fileCard({ address, name: name || t('File'), facts: formatSize(bytes) });
}

const bars = (waveform: readonly number[]): Html =>
  html`<svg
    class="waveform"
    viewBox="0 0 ${waveform.length * 3} 32"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${waveform.map((value, i) => {
      const tall = Math.max(2, (value / 99) * 30);
      return html`<rect x="${i * 3}" y="${16 - tall / 2}" width="2" height="${tall}" rx="1" />`;
    })}
  </svg>`;

const toLength = (milliseconds: number) => {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
