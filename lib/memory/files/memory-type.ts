/** [A2] What a memory is about, and how it is used. In the words that a model gets. */
export const memoryTypes = {
  user: {
    about: 'who the user is: role, aims, preferences, what they know',
    when: 'the user says something about themselves that changes how you should work with them',
    use: 'choose depth, words and examples that suit this user',
  },
  feedback: {
    about: 'how to work: what the user corrected, or confirmed after it was not obvious',
    when: 'the user corrects you, sets a rule, or says that an unusual way was right',
    use: 'follow it without being told again',
  },
  project: {
    about: 'aims, deadlines, decisions and their reasons that the code does not show',
    when: 'you learn who does what, why, or by when. Turn relative dates into absolute ones',
    use: 'understand what is behind a request',
  },
  reference: {
    about: 'where to find things outside the project: boards, dashboards, documents, channels',
    when: 'the user names a place outside and says what it is for',
    use: 'look there when the subject comes up',
  },
} as const;

export type MemoryType = keyof typeof memoryTypes;

export function isMemoryType(word: string): word is MemoryType {
  return Object.hasOwn(memoryTypes, word);
}

export const memoryTypeNames = Object.keys(memoryTypes).filter(isMemoryType);
