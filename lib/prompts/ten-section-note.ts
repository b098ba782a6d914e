import { summaryPrompt } from './summary-prompt';

export const tenSectionNote = summaryPrompt({
  id: 'ten-section-note',
  title: 'Ten-section note',
  modelledOn: {
    name: 'Claude Code, session memory',
    source: 'Third-party analyses of Claude Code; the template of the session-memory layer here',
  },
  text: `Summarise this session as one note, from scratch. It is what remains of the conversation when the conversation is gone, and it is read by somebody in the middle of the work. Use these ten headings in this order, also where there is little to say.

# Session title
A few words by which this session can be told from others.

# Current state
What is being worked on at this moment, what is half done, and the very next step.

# Task specification
What the user asked for, with the limits and decisions they gave.

# Files and functions
The places in the code that matter, by their full paths, and what each is for.

# Workflow
The commands that are run, in which order, and how to read what they print.

# Errors and corrections
What failed, what put it right, what the user corrected, and what is not to be tried again.

# Codebase and system documentation
How the parts of the system fit together.

# Learnings
What worked well, what did not, and what to avoid.

# Key results
Answers, tables and documents that the user asked for, word for word.

# Worklog
What was done, a short line for each step.

Write dense lines full of exact paths, names, commands and values. Say nothing of this note or of these instructions in it. Call no tool.`,
});
