import type { Polarity } from './rule-cues';

/** Letters that `\w` lacks. */
const WORD_START = '(?<![\\p{L}\\p{N}])';
const WORD_END = '(?![\\p{L}\\p{N}])';

function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`${WORD_START}(?:${alternatives.join('|')})${WORD_END}`, 'iu');
}

/** A statement or a report, not an order. */
const STATES = [
  // German, French, Spanish, Italian, Portuguese
  words(
    'ich (?:weiß|glaube|denke|verstehe|habe|hatte|war)',
    'warum',
    'wieso',
    'weshalb',
    'wurde',
    'war',
    'hatte',
    'darf nicht sein',
    'je (?:ne )?(?:sais|crois|pense|comprends|vois)',
    'pourquoi',
    'était',
    'avait',
    'no (?:sé|entiendo|creo|veo|funciona|tengo|hay|es|está|tienes|puedes|sabes|quieres)',
    'por qué',
    'yo no',
    'era',
    'había',
    'fue',
    'non (?:so|capisco|credo|funziona|c’è|è)',
    'perché',
    'não (?:sei|entendo|funciona|há|é)',
  ),
  // Russian, Chinese, Japanese, Korean
  words('я не', 'почему', 'не (?:знаю|понимаю|работает|открывается|было|был|была)'),
  /为什么|怎么|吗[。？]?$|了[。！]?$|なぜ|どうして|ですか|ました[。]?$|でした[。]?$|왜|나요|습니까|했습니다/,
] as const;

const FORBIDS = [
  /不要|不能|不可以|不得|不许|禁止|严禁|千万别|请勿|切勿|别(?=[再把用改动删])|永远不|从不|しないで|してはいけ|してはなら|ないでくだ|しないこと|禁じ|決して|하지 ?마|하지 ?말|금지|절대/,
  words(
    'nie(?:mals)?',
    'auf keinen fall',
    'keinesfalls',
    'bitte nicht',
    'bitte (?:kein|keine|keinen)',
    'darf (?:nicht|nie|kein|keine|keinen)',
    'dürfen (?:nicht|nie|keine)',
    'soll(?:en)? (?:nicht|nie|keine)',
  ),
  /^(?:bitte )?(?:keine?[nrms]?|nichts)(?![\p{L}])/iu,
  /(?<!\p{L})(?:nicht|nichts)(?: \p{L}+)? \p{L}+e?n(?=\W*$|,)/iu,
  words('jamais', '(?:il )?ne faut pas', 'merci de ne pas', 'évite[rz]?', 'interdit'),
  /^(?:ne |n['’])\p{L}+.{0,40}(?<!\p{L})(?:pas|plus|jamais|rien)(?!\p{L})|^(?:surtout )?pas d(?:e |['’])|^pas (?:plus|trop) de/iu,
  words(
    'nunca',
    'jamás',
    'prohibido',
    'evita[rd]?',
    'mai',
    'vietato',
    'proibido',
    'não (?:use|toque|altere|mude|apague|faça)',
    'non \\p{L}{3,}(?:are|ere|ire)',
  ),
  /^no \p{L}{2,}(?:es|as|éis|áis|en|an)(?!\p{L})/iu,
  words(
    'никогда',
    'нельзя',
    'не (?:надо|нужно|следует|стоит)',
    'запрещено',
    'не \\p{L}{2,}(?:й(?:те)?|ь(?:те)?|и(?:те)?)',
  ),
] as const;

const LIMITS = [
  /只能|仅限|只允许|(?:提交|修改|删除|执行|运行|合并|发布|部署|开始).{0,6}之前|之前(?:必须|先|请)|暂时|する前に|のみ|だけに|하기 전에/,
  words(
    'nur',
    'ausschließlich',
    'bevor',
    'ohne zu',
    'vorerst',
    'bis auf weiteres',
    'höchstens',
    'erst (?:fragen|nach)',
  ),
  words(
    'seulement',
    'uniquement',
    'avant de',
    'pour (?:l’instant|le moment)',
    "pour l'instant",
    'au plus',
    'sans demander',
  ),
  words(
    'solo',
    'sólo',
    'solamente',
    'únicamente',
    'antes de',
    'por ahora',
    'por el momento',
    'como máximo',
    'sin preguntar',
    'per ora',
    'soltanto',
    'por enquanto',
    'somente',
    'apenas',
  ),
  words('только', 'прежде чем', 'перед тем как', 'пока не', 'не больше', 'не более'),
] as const;

const DEMANDS = [
  /必须|必須|必ず|务必|一定要|始终|一律|(?:都|全部|统一|请)?用.{1,8}(?:写|编写|回答|回复|书写)|以后(?:都|请|要)|从现在起|保持|常に|いつも|(?:語|体|敬語|です・ます調?)で(?:書|答|回答|返|記|お願い|統一)|今後は|반드시|항상|꼭 |(?:한국어|영어|존댓말)로/,
  words(
    'immer',
    'stets',
    'muss',
    'müssen',
    'unbedingt',
    'grundsätzlich',
    'ab (?:jetzt|sofort|heute)',
    'künftig',
    'in zukunft',
    'überall',
    'jede[rsnm]? \\p{L}+ (?:braucht|muss)',
  ),
  /^(?:bitte )?(?:verwende|benutze|benutz|nutze|lass|lasse|halte|bleib|bleibe|vermeide|nimm immer)(?!\p{L})/iu,
  /^(?:bitte )?(?:\p{L}+ )?(?:antworte?n?|schreibe?n?|kommentiere?n?|sprich|sprechen)?\s?(?:bitte )?auf (?:deutsch|englisch|französisch)/iu,
  words(
    'toujours',
    'doit',
    'doivent',
    'il faut',
    'désormais',
    'dorénavant',
    'à partir de maintenant',
    'partout',
    'systématiquement',
  ),
  /^(?:s['’]il (?:te|vous) plaît,? )?(?:utilise|utilisez|garde|gardez|laisse|laissez|réponds|répondez|reste|restez|demande-moi|préfère)(?!\p{L})/iu,
  words(
    'siempre',
    'debe',
    'deben',
    'tienes? que',
    'a partir de ahora',
    'de ahora en adelante',
    'en todas partes',
    'sempre',
    'deve',
    'devono',
    'devem',
    "d'ora in poi",
    'de agora em diante',
  ),
  /^(?:por favor,? )?(?:usa|utiliza|mantén|deja|responde|conserva|prefiere)(?!\p{L})/iu,
  words(
    'всегда',
    'обязательно',
    'должен',
    'должна',
    'должны',
    'нужно',
    'везде',
    'впредь',
    'отныне',
    'отвечай(?:те)? (?:на|по)',
    'пиши(?:те)? (?:на|по)',
    'используй(?:те)?',
    'оставь(?:те)?',
  ),
] as const;

/** The same in other languages: Chinese, Japanese, Korean, German, French, Spanish, Russian; a little Italian and Portuguese. */
export function polarityElsewhere(clause: string): Polarity | undefined {
  if (STATES.some((cue) => cue.test(clause))) return undefined;
  if (FORBIDS.some((cue) => cue.test(clause))) return 'do-not';
  if (LIMITS.some((cue) => cue.test(clause))) return 'limit';
  return DEMANDS.some((cue) => cue.test(clause)) ? 'do' : undefined;
}
