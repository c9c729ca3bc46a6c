import { changeOwnProgramCall } from '#domains/partners/setup/contract/advertiser.ts'
import { pauseProgramCall, resumeProgramCall } from '#domains/programmes/closings/contract.ts'
import { setOwnLogoCall } from '#domains/programmes/programs/contract/logo.ts'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { readProgramMethods } from '#domains/programmes/programs/web/program-input.ts'
import type { Call } from '#kernel/endpoint.ts'
import { readText } from '#platform/web/intents.ts'

/** The acts of the forms in which a brand changes its programme, before and after the opening. */
export function buildProgramActions(call: Call, form: FormData) {
  return {
    logo: () => call(setOwnLogoCall, { body: { file_id: readText(form, 'file_id') } }),
    removeLogo: () => call(setOwnLogoCall, { body: {} }),
    methods: () => call(changeOwnProgramCall, { body: readProgramMethods(form) }),
    about: () =>
      call(changeOwnProgramCall, {
        body: {
          title: readText(form, 'title'),
          description: readText(form, 'description'),
          commission_text: readText(form, 'commission_text'),
          join_mode: readText(form, 'join_mode') as ProgramView['join_mode'],
          countries: readText(form, 'countries').split(',').filter(Boolean),
        },
      }),
  }
}

/** The acts of the panel that pauses the programme and resumes it. */
export function buildPauseActions(call: Call, form: FormData) {
  return {
    pause: () => call(pauseProgramCall, { body: { day: readText(form, 'day') } }),
    pauseNow: () => call(pauseProgramCall, { body: {} }),
    resume: () => call(resumeProgramCall),
  }
}
