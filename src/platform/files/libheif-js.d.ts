/** The part that is used of a package without types for this module. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    handle: unknown;
    get_width(): number;
    get_height(): number;
    has_alpha_channel(): boolean;
    is_primary(): boolean;
    free(): void;
  }
  interface HeifChannel {
    width: number;
    height: number;
    stride: number;
    /** A view of the decoder's memory, which moves when the memory grows. */
    data: Uint8Array;
  }
  type Decoded = { code: unknown; message: string } | { image: unknown; channels: HeifChannel[] };
  const libheif: {
    HeifDecoder: new () => { decoder: unknown; decode(file: Uint8Array): HeifImage[] };
    heif_js_decode_image2(handle: unknown, colorspace: unknown, chroma: unknown): Decoded;
    heif_image_release(image: unknown): void;
    heif_context_free(decoder: unknown): void;
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown };
  };
  export = libheif;
}
