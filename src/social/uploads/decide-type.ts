import { invalid, msg } from '../../kernel/problem.ts';
import { cleanName } from '../../kernel/typed-text/clean-name.ts';
import { largestPicture } from '../../platform/pictures.ts';
import type { Config } from '../../platform/settings/config.ts';

/** Declared types of uploads. */
export const uploadKinds = ['photos', 'video', 'audio', 'voice_notes', 'file'] as const;
export type UploadKind = (typeof uploadKinds)[number];

const mebibytes = (n: number) => n * 1024 * 1024;

/** Returns the maximum size of an upload in bytes. */
export function largestOf(
  config: Pick<Config, 'UPLOAD_VIDEO_MIB' | 'UPLOAD_AUDIO_MIB' | 'UPLOAD_FILE_MIB'>,
  kind: UploadKind,
): number {
  if (kind === 'photos') return largestPicture;
  if (kind === 'video') return mebibytes(config.UPLOAD_VIDEO_MIB);
  return mebibytes(kind === 'file' ? config.UPLOAD_FILE_MIB : config.UPLOAD_AUDIO_MIB);
}

/** Folders in the file store. */
export const folderOf = {
  photos: 'photos',
  video: 'videos',
  audio: 'sounds',
  voice_notes: 'voices',
  file: 'files',
} as const satisfies Record<UploadKind, string>;

const videos: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  // Browsers that play the encoding of a QuickTime or 3GP file do so under the type of MP4 only.
  'video/quicktime': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
};

/** Browsers and phones often record audio as a video container without a video track. */
const sounds: Readonly<Record<string, string>> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'audio/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'audio/webm': 'audio/webm',
  'video/webm': 'audio/webm',
  'audio/wav': 'audio/wav',
  'audio/aac': 'audio/aac',
  'audio/flac': 'audio/flac',
};

const pictures = /^image\/(?:jpeg|png|apng|webp|gif|avif|hei[cf](?:-sequence)?)$/;

/** Returns the best upload kind for a detected content type. */
export function kindByType(found: string | undefined): UploadKind {
  const type = found?.split(';')[0]?.replace(/^audio\/x-/, 'audio/') ?? '';
  if (pictures.test(type)) return 'photos';
  if (Object.hasOwn(videos, type)) return 'video';
  return type.startsWith('audio/') && Object.hasOwn(sounds, type) ? 'audio' : 'file';
}

/** What current browsers play in an MP4 file. */
const playable = {
  pictures: ['avc1', 'avc3', 'av01', 'vp08', 'vp09'],
  sounds: ['mp4a', '.mp3', 'Opus', 'fLaC'],
};

const codecNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:hvc|hev|dvh)/, 'HEVC (H.265)'],
  [/^ap[a-z0-9]{2}$/, 'ProRes'],
  [/^avc[13]\./, 'H.264 with more than 8 bits or 4:2:0'],
  [/^mp4v$/, 'MPEG-4 Visual'],
  [/^(?:jpeg|mjp)/, 'Motion JPEG'],
  [/263$/, 'H.263'],
  [/^(?:ac-3|ec-3)$/, 'Dolby Digital'],
  [/^alac$/, 'Apple Lossless'],
  [/^(?:samr|sawb)$/, 'AMR'],
  [/^(?:sowt|twos|lpcm|ipcm|raw |in24|in32|fl32|fl64)$/, 'PCM'],
  [/^enc[av]$|^drm[si]$/, 'copy protection'],
];

const nameOf = (codec: string) =>
  codecNames.find(([code]) => code.test(codec))?.[1] ?? codec.replaceAll(/[^\w.-]/g, '?');

/**
 * Throws a `Problem` for a video or sound in an MP4 or QuickTime file that not every browser plays, because
 * its player would stay black or silent.
 */
export function refuseUnplayable(
  kind: UploadKind,
  { pictures, sounds }: Readonly<Record<'pictures' | 'sounds', readonly string[]>>,
): void {
  if (kind === 'video') {
    if (pictures.length === 0 && sounds.length > 0)
      throw invalid('file', msg('This file has no video. Upload it as audio.'));
    const odd = pictures.find((codec) => !playable.pictures.includes(codec));
    if (odd !== undefined)
      throw invalid(
        'file',
        msg(
          'This video is encoded with {codec}, which not every browser plays. Save it as MP4 with H.264 and upload it again.',
          { codec: nameOf(odd) },
        ),
      );
  }
  const odd = sounds.find((codec) => !playable.sounds.includes(codec));
  if (odd !== undefined)
    throw invalid(
      'file',
      msg(
        'The sound is encoded with {codec}, which not every browser plays. Save it with AAC and upload it again.',
        { codec: nameOf(odd) },
      ),
    );
}

/** Rejects executable types among documents. */
const programs =
  /^application\/(x-msdownload|x-elf|x-mach-binary|java-archive|vnd\.android\.package-archive|x-msi|x-ms-shortcut|wasm|x-apple-diskimage|vnd\.ms-htmlhelp)$/;

/**
 * Returns the type under which a file is stored, based on its content. `picture` is re-encoded. Throws a
 * `Problem` if the content does not match the declared kind.
 * @param found the detected type, if known
 * @param name the file name, which only distinguishes text formats
 */
export function decideType(kind: UploadKind, found: string | undefined, name: string): string {
  if (kind === 'photos') return 'picture';
  const type = found?.split(';')[0]?.replace(/^audio\/x-/, 'audio/');
  if (kind === 'video') {
    const video = videos[type ?? ''];
    if (!video) throw invalid('file', msg('Unsupported video. Use MP4, WebM or MOV.'));
    return video;
  }
  if (kind !== 'file') {
    if (type === 'audio/amr')
      throw invalid('file', msg('Browsers do not play AMR recordings. Save it as M4A or send it as a file.'));
    const sound = sounds[type ?? ''];
    if (!sound) throw invalid('file', msg('Unsupported audio. Use MP3, M4A, Ogg, WebM, WAV or FLAC.'));
    return sound;
  }
  if (type === undefined) return 'application/octet-stream';
  if (programs.test(type)) throw invalid('file', msg('Executable files cannot be uploaded'));
  if (pictures.test(type)) return 'picture';
  return type === 'text/plain' && /\.csv$/i.test(name)
    ? 'text/csv'
    : type === 'video/x-m4v'
      ? 'video/mp4'
      : type;
}

const longest = 120;

/** Sanitizes a file name for display: removes folders and invisible or bidi control characters. */
export function toFileName(sent: string): string {
  const name = cleanName(
    sent
      .slice(-2 * longest)
      .split(/[/\\]/)
      .at(-1) ?? '',
  );
  if (name.length <= longest) return name;
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, longest - ending.length).toWellFormed() + ending;
}
