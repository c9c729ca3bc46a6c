import type { SourceFile } from './source-files.ts'

const limits = { fileLines: 300, functionLines: 70, pageFunctionLines: 100, lineLength: 120 }

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** Finds files of more than 300 lines. */
export function findLongFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.lines.length > limits.fileLines)
    .map((file) => `${file.path} has ${file.lines.length} lines`)
}

/** Finds functions of more than 70 lines, 100 in a .tsx. In tests the callbacks of `describe` may be longer. */
export function findLongFunctions(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const limit = file.path.endsWith('.tsx') ? limits.pageFunctionLines : limits.functionLines
    return file.functions
      .filter(({ lines, isDeclared }) => lines > limit && (isDeclared || !isTest(file.path)))
      .map(({ line, lines }) => `${file.path}:${line} is a function of ${lines} lines`)
  })
}

/** Finds lines of more than 120 characters. */
export function findLongLines(files: readonly Pick<SourceFile, 'path' | 'lines'>[]): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      line.length > limits.lineLength ? [`${path}:${index + 1} is ${line.length} wide`] : [],
    ),
  )
}

/** Describes the 95th percentiles for readers. The tests enforce only the limits above. */
export function describeSizes(files: readonly SourceFile[]): string {
  const sources = files.filter(({ path }) => !isTest(path))
  const declared = sources.flatMap((file) => file.functions.filter(({ isDeclared }) => isDeclared))
  const fileLines = percentile95(sources.map(({ lines }) => lines.length))
  const functionLines = percentile95(declared.map(({ lines }) => lines))
  return `95 % of the files have at most ${fileLines} lines, of the functions ${functionLines}`
}

/** The smallest value that 95 % of the values do not exceed. */
export function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0
}
