import type { LayerCommandType } from '../../layers/index';
import type { PartialSpan } from '../../layers/shape/layer';
import type { MessageId } from '../../transcript/transcript';

/** A command that the user runs before the next call. */
export type Command =
  | { readonly type: 'compact'; readonly focus?: string; readonly partial?: PartialSpan }
  | { readonly type: LayerCommandType }
  /** [C1] The span that contains this message, or whose summary it is. */
  | { readonly type: 'unfold'; readonly message: MessageId };
