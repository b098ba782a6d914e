import { asArray, asObject, asText, type Json, type JsonObject } from '../../lib/base/json';

/** The tokens of texts and images. */
export interface TextAmount {
  readonly bytes: number;
  readonly texts: number;
  /** Of the images, known exactly. */
  readonly imageTokens: number;
  readonly images: number;
}

export const NOTHING: TextAmount = { bytes: 0, texts: 0, imageTokens: 0, images: 0 };

/** From text full of punctuation to plain English. */
const BYTES_PER_TOKEN = { most: 2.4, likely: 3.2, least: 3.9 };
/** The overhead around a text in a request. */
const TOKENS_AROUND = { most: 20, likely: 6 };
const PIXELS_PER_TOKEN = 750;

/** The recorded count if it is plausible for a tokenizer, else an estimate. */
export function tokensOf({ bytes, texts, imageTokens }: TextAmount, recorded: number | undefined): number {
  const least = imageTokens + bytes / BYTES_PER_TOKEN.least;
  const most = imageTokens + bytes / BYTES_PER_TOKEN.most + texts * TOKENS_AROUND.most;
  if (recorded !== undefined && recorded >= least && recorded <= most) return recorded;
  return imageTokens + Math.round(bytes / BYTES_PER_TOKEN.likely) + texts * TOKENS_AROUND.likely;
}

/** The agent's own, coarser estimate, which triggers its compactions. */
export function agentEstimate({ bytes, images }: TextAmount): number {
  return Math.ceil(bytes / 4) + images * 2000;
}

export function sumOf(amounts: readonly TextAmount[]): TextAmount {
  return amounts.reduce(
    (sum, amount) => ({
      bytes: sum.bytes + amount.bytes,
      texts: sum.texts + amount.texts,
      imageTokens: sum.imageTokens + amount.imageTokens,
      images: sum.images + amount.images,
    }),
    NOTHING,
  );
}

/** What a record adds to the context. */
export function amountsIn(record: JsonObject): readonly TextAmount[] {
  if (record.type !== 'attachment') return amountsOfContent(asObject(record.message)?.content);
  const attachment = asObject(record.attachment);
  const file = asObject(asObject(attachment?.content)?.file);
  return [amountOfText(asText(file?.content) ?? asText(attachment?.displayPath) ?? '')];
}

function amountsOfContent(content: Json | undefined): readonly TextAmount[] {
  const text = asText(content);
  if (text !== undefined) return [amountOfText(text)];
  return (asArray(content) ?? []).flatMap((item) => amountsOfBlock(asObject(item) ?? {}));
}

function amountsOfBlock(block: JsonObject): readonly TextAmount[] {
  switch (block.type) {
    case 'image':
      return [amountOfImage(asText(asObject(block.source)?.data) ?? '')];
    case 'tool_result':
      return amountsOfContent(block.content);
    case 'tool_use':
      return [amountOfText(asText(block.name) + JSON.stringify(block.input))];
    default:
      return [amountOfText(asText(block.text) ?? asText(block.thinking) ?? '')];
  }
}

function amountOfText(text: string): TextAmount {
  return { ...NOTHING, bytes: Buffer.byteLength(text), texts: 1 };
}

/** A PNG: its width and height are at a fixed offset. */
function amountOfImage(base64: string): TextAmount {
  const start = Buffer.from(base64.slice(0, 32), 'base64');
  const pixels = start.readUInt32BE(16) * start.readUInt32BE(20);
  return { ...NOTHING, imageTokens: Math.ceil(pixels / PIXELS_PER_TOKEN), images: 1 };
}
