/**
 * A 128-bit hash of a list of texts: no accidental collisions between recordings, but no protection against deliberate
 * ones.
 */
export class TextHash {
  private a = 0xdeadbeef;
  private b = 0x41c6ce57;
  private c = 0x9e3779b9;
  private d = 0x85ebca6b;

  add(text: string): this {
    // Not fields: as numbers in an object they would be allocated for every character.
    let { a, b, c, d } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
      c = Math.imul(c ^ unit, 2246822507);
      d = Math.imul(d ^ unit, 3266489909);
      a = (a << 13) | (a >>> 19);
      c = (c << 17) | (c >>> 15);
    }
    this.a = a;
    this.c = c;
    // Ends the text: «ab» + «c» must not hash like «a» + «bc».
    this.b = Math.imul(b ^ text.length, 1597334677) ^ (a >>> 7);
    this.d = Math.imul(d ^ text.length, 3266489909) ^ (c >>> 9);
    return this;
  }

  digest(): string {
    const words = [this.a, this.b, this.c, this.d].map((word, index, all) => {
      const next = all[(index + 1) % all.length] ?? 0;
      let mixed = Math.imul(word ^ (word >>> 16), 2246822507) ^ Math.imul(next ^ (next >>> 13), 3266489909);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 2654435761);
      return ((mixed ^ (mixed >>> 13)) >>> 0).toString(16).padStart(8, '0');
    });
    return words.join('');
  }
}
