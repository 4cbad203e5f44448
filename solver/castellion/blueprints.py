"""Blueprints for the greedy player, found by blueprint_search.py. Do not edit: run that module.

A family has the formations that its ordeals ask for (towers, bastions, lines), the rows that go between the first and the second, and the blueprints:
words with a letter for each place (see placements.py). With rows that go, the places for the first ordeal come first; else of each type those in front
serve the first ordeal.
"""

from __future__ import annotations

FAMILIES: tuple[tuple[tuple[tuple[int, int, int], ...], int, str], ...] = (
    (
        ((1, 1, 1), (3, 2, 0)),
        1,
        "qIXbhK qtRhnv ht3nqv ntXhqv ny3bkA hNRekP nyXkqA qI3beK nyRbkA qyXbkA ky3bnA nDXbeF qI3ehK kNXbhP bI3hqK by3knA bDXeqF "
        "bIXhqK qy3knA bI3eqK kyRnqA ktRnqv eIRbhK qDRbeF hN3ekP hNXekP qIXehK qDXbnF eDRnqF hI3eqK htRnqv hI3beK kyXnqA nD3beF "
        "hNRbeP kyRbqA ny3bqA bNXehP kt3nqv kyXbqA eIXhqK ky3nqA hIXbqK qD3bnF htXnqv bIRehK eNRbhP bNRehP byXknA hNXbkP qIXbeK "
        "nD3eqF eI3hqK eNXhkP ntRkqv bN3hkP hIReqK eNXbhP nyRbqA kN3ehP bIXehK eNRhkP qD3enF qyRbnA kyRbnA eDXbqF kNRbhP qt3hnv "
        "kyXbnA nyXbkA htRkqv qDXbeF qDRbnF bI3ehK nDRbqF eN3hkP qtRknv by3kqA bNRekP bN3ehP kNXbeP qD3beF qy3bnA nD3bqF nt3hkv "
        "eD3bqF bDXnqF ntXhkv qy3bkA hI3bqK bDXenF bD3eqF kNRehP nyRkqA htXknv eIXbhK eD3nqF nyXbqA by3nqA byXnqA hN3beP ht3kqv "
        "kN3bhP ktXhnv nt3hqv bD3nqF qt3hkv qt3knv htXkqv hN3bkP eNXbkP eIRhqK kNXehP ntRhqv eI3bhK kt3hnv ktRhnv nt3kqv nDReqF "
        "bDRnqF bIRhqK eDXnqF bNRhkP ntRhkv eIRbqK hIRbeK hNXbeP ky3bqA",
    ),
    (
        ((1, 1, 1), (0, 3, 2)),
        1,
        "ay3wI07 pyRIQUV pyXwIU7 ayXNQV0 ptXwDU7 aNXwy07 ptRwD07 ptRIQUV pIRwy07 ptXDQUV aN3DQV6 pDRtQV0 pIRyQV0 pIXtwU7 ay3NQV0 "
        "ayXIQV0 mtRwDU7 ptXwIU7 ptRDQV0 dD3wN67 pyRIQV0 aI3wy07 dN3DQV6 ayXwN67 aIXwy07 aDXNQV6 pIXwyU7 aNXwD67 ptRDQUV ptXwI07 "
        "pIXtQV0 pIRtQV0 aDXwN07 mDRtQUV aNXDQV0 pyXIQV0 aNXwy67 pIRtQUV ayXwI07 aNXwD07 pIRtwU7 aIXwy67 aN3wy07 ayXNQV6 pIRtw07 "
        "aD3NQV0 aNXyQV0 pDRtwU7 ay3IQV0 pDXtw07 ay3wN67 aNXDQV6 pIXtw07 pIXtQUV aNXyQV6 aD3wN07 aIXyQV0 aDXwN67 ptRwI07 pIRwyU7 "
        "pIRyQUV aN3wD07 aN3yQV0 pDXtwU7 pIXwy07 ptXDQV0 pyXwI07 pDXtQV0 dN3wD67 pIXyQUV aIXyQV6 mtRDQUV ptXIQV0 ay3wI67 ay3wN07 "
        "pyXIQUV aN3wD67 aD3wN67 pDRtQUV ay3IQV6 pyRwI07 ayXIQV6 dD3NQV6 aN3DQV0 aD3NQV6 aI3yQV0 aDXNQV0 aN3yQV6 pDRtw07 ptXwD07 "
        "ptRwDU7 aI3wy67 ptXIQUV mDRtwU7 aN3wy67 pDXtQUV ayXwI67 pyRwIU7 ay3NQV6 ptRwIU7 ayXwN07 ptRIQV0 pIXyQV0 aI3yQV6 aN3EPVW "
        "az3wO47 aO3wz47 pzXJQSV mDRtv78 ptRvI78 pJXzQVY aN3yPV8 aI3zPV8 pzXwJS7 pyRvJ78 dO3EQV4 puRwJY7 pzYwJ7 ptXvI27 pzXJQVY "
        "muSEQV dO3wE47 ay3NPVW pzYJQV ptRvE27 muREQSV az3wJY7 pESuQV",
    ),
    (
        ((1, 1, 1), (2, 0, 3)),
        1,
        "rMRoSTU fs3c456 oMRrSTU rMRcSZ0 cs3f456 cs3rZ04 cMRfS56 rs3oTU4 rs3cZ04 cMRrSZ0 fMRcS56 os3rTU4 cs4f56 cMSf56 rs4cZ0 "
        "os4rTU qs3nTUV rMScZ0 ns3qTUV rs4oTU rMSoTU fs4c56 eMRb567 cMSrZ0 fMSc56 bMRe567 oMSrTU cs4rZ0 cs3qZ01 bMRf567 rMRbZ01 "
        "qs3cZ01 bMRrZ01 eMRc567 ns3rTUV qs3oTUV cs3f457 rMRcS01 rMRcSZ1 cs3rZ01 rMRoSUV oMRrSTV rMRoSTV cMRe567 rMRcZ01 bMReW56 "
        "cs3f567 fs3c457 eMRbW56 oMRrTUV fs3c467 cs3rZ14 rMRoTUV cs3f467 fs3c567 fMRb567 oMRrSUV os3qTUV cs3r014 ns3qTU8 qs3nTU8 "
        "rs3nTUV qs3nTU2 cMRfS67 fMRc567 fMRcS67 rs3cZ14 osTrU4 os3rUV4 bMRe256 rs3c014 os3rTV4 rs3cZ01 rs3oUV4 cMRrZ01 cM5fS6 "
        "ns3qTU2 rsToU4 rs3oTUV cMRfS57 csZr04 rMZcS0 os3rTUV cMRrSZ1 eMRb256 cMRf567 rs3oTV4 cMRrS01 fM5cS6 fMRcS57 cMZrS0 "
        "qs3cZ08 bMRe257 eH5b67 bMReW57 eMRc256 ns3qUV2 bMReW67 bMRe678 rs4c01 qs3nUVW cs4f57 qxZb01 bH5e67 qs3nUV8 nsTqUV "
        "qs3nTV2 cMSf67 rs4oTV rs4cZ1 bM5e67 eMRbW67 eMRb578 qs3nUV2 os4rUV rs4oUV cs4rZ1 qCTnUV ns3qTV2 eC5b67 rMSc01 bMRe267 "
        "rsZc04 bMRe568 rMRbWZ0 bMRrWZ0 qxTnUV qs3nTVW",
    ),
    (
        ((1, 1, 1), (2, 2, 0), (3, 2, 0)),
        0,
        "beoMDR bkoMyR korMtR korMyR knqsu3 borMDR chqsI3 cnqsD3 fnqsD3 horMtR cfqsD3 cfksN3 behMOR borMyR fhksN3 hknsu3 fhqsI3 "
        "bhkMOR cfhsI3 hkoMtR hkrMtR hkqsu3 bkrMyR bekMOR chksN3 cfnsD3 ehkMOR hnqsu3 cfqsI3 eorMDR cfhsN3 berMDR krcMyR orlMtR "
        "cqosD3 koiMtR adnDw3 mpkyAR cfosD3 mpeDQR orcMDR mpktQR holMtR hnrsu3 orfMDR brfMDR kqosu3 mpktvR orcMyR mpbyQR hkosu3 "
        "mpeDFR adqDw3 bofMDR cfisI3 ehcMOR hkrsu3 bkiMOR aphIKX cflsN3 hnlsu3 hkcMOR beiMOR fqisI3 mpbDQR ercMDR mphtvR adnDF3 "
        "belMOR bkfMOR chrsI3 bhlMOR brlMyR kqisu3 apnDFX bhfMOR cfrsI3 eocMDR cnrsD3 nqlsu3 oriMtR apeDFX fhlsN3 adhIK3 orlMyR "
        "apnyAX adqIw3 nqisu3 ckisN3 apkyAX ehlMOR apeIKX cfisN3 adhNw3 hqlsu3 fhrsI3 knrsu3 mpkyQR kriMtR fkisN3 fqosD3 adkNP3 "
        "mpbyAR hrlMtR mphtQR cqisI3 ekcMOR adhIw3 adqIK3 chlsN3 cfrsD3 mpbDFR hkfMOR adhNP3 adkNw3 knisu3 bolMyR adqDF3 fnrsD3 "
        "hqosu3 kocMyR ekiMOR gjosMV behMJR mpltQR mpltvR adiNw3 adoDw3",
    ),
    (
        ((1, 1, 1), (2, 2, 0), (0, 3, 2)),
        0,
        "cfsDN36 orMtDRU orMuwRS riMJuRS clszO34 nqsDw3U crszB34 cfsEG34 beMDOR7 cfsJL34 nqsuD3V beMOER7 orMzBRS rcMJLRS nqsDG3U "
        "rfMJLRS beMDLR6 beMDQR6 nqsDB3U nqsuE3V cfsOQ34 cfsEO34 rcMJzRS orMuERS beMDGR6 riMJLRS crszJ34 orMEGRS coszB34 clszB34 "
        "nrsDw3U brMDBR0 apyIGX0 adDNQ36 adDNL36 mpsCwTU irsuJ34 adCMG56 apyIBX0 oiMuwRS cisJL34 cqsIL30 ecMDLR6 apxHGZ0 crsJL34 "
        "qosDB3U rlMzBRS ecMDGR6 apxHLZ0 ilMOuRS qosDw3U clMOQRS bfMDQR6 bfMDLR6 brMyLR0 irsuw34 cosEG34 ocMEGRS rcMEGRS mptDGRU "
        "fosEG34 olMuwRS bfMDOR7 olMzBRS apxHBZ0 frsEG34 orsuw34 fisJL34 ecMOER7 nrsDB3U mptDwRU ecMDQR6 apyILX0 nrsDG3U crsEG34 "
        "cisOQ34 rfMEGRS cqsIB30 iosuw34 mpsCGTU ilsuw34 rlMuwRS fisOQ34 qosDG3U lrsuw34 ecMDOR7 losuw34 qosuE3V brMDGR0 nrsuE3V "
        "adDNG36 nrsuD3V brMyGR0 cqsDG30 clsOQ34 mptDBRU ocMzBRS ilsuO34 cfMOERS qosuD3V mpsCBTU adCMQ56 flsOQ34 frsJL34 brMyJR1 "
        "fiMOQRS bfMDGR6 cqsIG30 ciMOQRS ofMEGRS adCML56 clMOzRS ilMOQRS orsuE34 bfMOER7 brMDLR0 cfMOQRS brMyBR0 riMuwRS cqsDL30 "
        "cqsIz31 rcMzBRS flMOQRS cqsDB30 aeCMQ56 cfsDO37 pbyILR0 orMuBRS",
    ),
    (
        ((1, 1, 1), (2, 2, 0), (2, 0, 3)),
        0,
        "adNP3VW mptDR78 adDN3VW mptvR78 mpQFRST cfsP345 mpQvRST rcMKRSZ cfsF345 cfsK345 adwF345 orMARST mpQARST orMvRST orMFRST "
        "adwP345 adwK345 crsA3Z4 mptDRUV adNQ3VW mpDuR78 apyIX01 adIw367 apyIX07 adDN316 apxHZ01 mptDRU1 adIP3VW mpyQRUV mpuwRS7 "
        "rcMARSZ apxHZV0 mpDQRUV mptER78 rcMFRSZ adDN367 orsv3T4 adCM516 adDO3VW adNw367 apxHZ07 mptQRUV adCM5V6 adOQ3V4 adDN3V6 "
        "mpsCTU1 adNE3VW apyIXV0 mpsCTU7 mpsCTUV mpyvR78 mptDRU7 cfMPRS5 crsF3Z4 adDw367 adCM567 crsK3Z4 mptwR78 crsB3Z4 orMBRST "
        "orMwRST mpQGRST beMDR67 mpQwRST adwQ345 apwQXYZ beMQR56 rcMLRSZ cfsQ345 cfsL345 apyIXVW mpQBRST cfsG345 apywX07 nqsD3UV "
        "adDN312 adwL345 mptDR12 apyIX78 apIQXV0 nqsw3TU orMGRST cfMKRS5 adwG345 orsA3T4 nqsB3TU dbDN367 adIQ3VW dbDN316 paQAXYZ "
        "mpxQTUV aeDNX67 mqsCTUV mpuwR78 pbxHZ01 mpsQTUV mqsCTU1 pbyIR07 aqxHZV0 mpuERS7 adDP3VW pbyIR01 mpywR78 pbyIX07 pnsCTUV "
        "mqtDRUV crsL3Z4 mpsCT78 mptDR27 paQFXYZ aqyIX01 apzwXY7 aqyIXV0 apwKXYZ pbyIX01 mpLARST adHw567 daBP345 adDN3W1 aeDN367 "
        "daBK345 mptvR27 aeCM567 adOQ3VW mptwRU7 dbCM567 cfMQRS5 mpLvRST",
    ),
    (
        ((1, 1, 1), (0, 2, 2), (3, 2, 0)),
        0,
        "ocrMzRS ocrMERS cfisJ34 corsz34 oirMuRS cfrsJ34 cfosE34 rfiMJRS olrMuRS olrMzRS closz34 rciMJRS cfrsE34 clrsz34 rcfMJRS "
        "cfisO34 cflsO34 ofrMERS cilMORS cfiMORS forsE34 ocfMERS cflMORS rclMzRS lorsu34 filsO34 cilsO34 cirsJ34 rilMuRS oclMzRS "
        "oilMuRS corsE34 filMORS rcfMERS ilosu34 iorsu34 firsJ34 ilrsu34 cfiMJRS lorsz34 corsA34 oirMvRS cfisP34 ocrMFRS cfosF34 "
        "olrMvRS olrMARS clrsA34 rciMKRS rcfMKRS cfrsF34 rfiMKRS ocrMARS closA34 cfrsK34 cfisK34 cflsP34 ofrMFRS ilrsv34 cirsK34 "
        "forsF34 rcfMFRS afpEGXY adiOQ34 cfiMPRS rilMvRS corsF34 aipJLXY afpJLXY ilosv34 alpzBXY adiJL34 filMPRS oilMvRS adoEG34 "
        "lorsv34 rclMARS mcpEGRS filsP34 firsK34 adlOQ34 oclMARS iorsv34 aopzBXY mlpzBRS mfpEGRS adrJL34 mipuwRS ocfMFRS mlpuwRS "
        "mcpzBRS cflMPRS aopEGXY cilMPRS cilsP34 adrEG34 mcqEGRS pblzBRY plnuwXS lorsA34 afqJL3Y aeiJL34 aerJLX4 mlqzBRS afqEGXY "
        "mlquwRS alqzBXY aerEG34 mcqzBRS dboEG34 miquwRS aoqzBXY aeoEG34 pbfJLRY aeiJLX4 dbiJL34 aoqEG3Y aerEGX4 aelOQX4 pbozBXY "
        "pinuwXS pfnEGXS aeoEGX4 plnzBXS afqJLXY aeiOQX4 pcnEGXS pinuwRS",
    ),
    (
        ((1, 1, 1), (0, 2, 2), (0, 3, 2)),
        0,
        "cszJ34 rMJLRS fsJL34 csEO34 fsEO34 oMuwRS csEG34 cszO34 cszB34 csJL34 oMEGRS csOQ34 rMEGRS rMuJRS oMuERS rMuwRS oMzBRS "
        "rMzJRS fsOQ34 rMzBRS fsEG34 rMuERS cMzBRS lszB34 isOQ34 cMzORS osuE34 lsuw34 rszB34 lMuwRS rsuw34 iMuORS rsuJ34 osuw34 "
        "cMJLRS isuO34 rszJ34 isuJ34 lMOQRS oszB34 fMEGRS lsuO34 rsEG34 fMEORS iMuJRS lMzORS lMuORS fMOQRS cMEORS osEG34 isJL34 "
        "iMJLRS isuw34 lszO34 rsuE34 cMEGRS iMuwRS rsJL34 iMOQRS fMJLRS lMzBRS lsOQ34 cMzJRS cMOQRS csEB34 rMzGRS cszP34 fsJG34 "
        "rMEBRS cszK34 oMuFRS csEL34 fsOL34 fsJQ34 oMzwRS csOL34 csEP34 fsEL34 fsOF34 csJA34 rMJGRS rMzKRS rMEvRS rMzwRS csOA34 "
        "csJQ34 rMELRS csJG34 rMuBRS oMEvRS rMuFRS fsEP34 rMJvRS cszG34 csOF34 oMEBRS oMzGRS rMuKRS oMuBRS rMJARS cMzGRS cMEBRS "
        "cMJARS fMOLRS fMEPRS fMOFRS isJQ34 iMJvRS fMELRS isuP34 isOL34 cMEPRS lMzwRS rsuB34 rsuK34 oszw34 isOv34 lsOA34 rszw34 "
        "rsuF34 iMJQRS lMOvRS iMuPRS osEB34 rsEL34 cMzPRS rszG34 iMOvRS",
    ),
    (
        ((1, 1, 1), (0, 2, 2), (2, 0, 3)),
        0,
        "rcMFRSZ orMARST cfsF345 cfsK345 rcMARSZ crsK34Z crsA34Z cfsP345 orMvRST orMFRST crsF34Z rcMKRSZ cfMFRS5 cfMKRS5 orsF3T4 "
        "orsv3T4 cfMPRS5 orsA3T4 rcMGRSZ orMGRST rcMLRSZ crsG34Z orMwRST crsL34Z cfsL345 cfsQ345 cfsG345 orMBRST crsB34Z rcMBRSZ "
        "mpuERS7 orsB3T4 orsG3T4 cfMQRS5 cfMGRS5 adEO34V orsw3T4 mpuwRS7 adOQ34V cfMLRS5 nqsB3TU nqsw3TU beMLR56 beMQR56 nqsG3TU "
        "beMGR56 qosB3TU adEO341 adFP345 nrsw3TU nrsB3TU ecMQR56 adEP34V mptDRU7 qosw3TU mpvFRST mpEvRS7 qosG3TU apzJXY7 mpuERS1 "
        "apzJXYV bfMGR56 ecMLR56 adDN367 bfMLR56 mptDRU1 apyIX01 adDN361 bfMQR56 apyIX07 ecMGR56 apyIX0V apAKXYZ adJQ34V adDN36V "
        "mpzwRS7 nrsG3TU mptDRUV beMFR5W aqyIX01 aqyI301 crsE341 crsz341 pbyIX01 pbyIR01 orMERSV aqzJXYV crsL340 cqsG3Z0 dbFP345 "
        "pbAKXYZ mqtDRU1 aqyIX0V cfsO347 dbDN367 aeFPX45 pntDXUV crsB340 brMLRZ0 aeDN367 dbEO341 pbyIX07 rcMJRS1 nqsF3T8 pbzJRY7 "
        "orMBRSU brMGRZ0 rcMzRS1 nqsA3T8 pnvFRST rcMGRS0 pbAKRYZ rcMLRS0 aqAK3YZ aqzJ3YV cqsB3Z0 orMzRSV aqAKXYZ aeFP345 crsJ341 "
        "mqtDRUV cfsE347 pbyIR07 pntDRUV aqyI30V mquERS1 pbzJXY7 beMPR5W",
    ),
    (
        ((1, 1, 1), (2, 0, 2), (3, 2, 0)),
        0,
        "adoEB34 apfJQXY adiOw34 apfJLXY cfrMJRS adrJw34 adoEw34 ocrMzRS adrEw34 apiJLXY ilrsu34 mpfEQRS mpiuwRS mpczQRS apozwXY "
        "firMJRS ocrMERS closz34 filMORS cofsE34 adiOQ34 adlOw34 mplzQRS apozBXY mpcELRS crfsE34 clrsz34 cifsO34 cilMORS mpcEGRS "
        "olrMuRS ofrMERS corsz34 adiJL34 mpfEGRS apiJQXY clfsO34 lorsu34 olrMzRS cflMORS aplzwXY adlOQ34 cifsJ34 mpczBRS cirMJRS "
        "apoEGXY mplzBRS aplzBXY ilosu34 cfiMORS mpluQRS oirMuRS apfEGXY adrEG34 adrEB34 adoEG34 iorsu34 adiJw34 mpiuQRS mpluwRS "
        "adrJL34 crfsJ34 mpcEQRS mpfELRS cfiMJRS cirsJ34 filsO34 lorsz34 ilrMuRS iloMuRS firsJ34 cilsO34 forsE34 cloMzRS clrMzRS "
        "cfoMERS cfrMERS corsE34 cflMPRS cirMKRS aeiJL34 pbiJQXY ofrMFRS dbrEB34 cifsK34 aoqzw3Y pinuwRS aeiOQX4 mlquwRS cofsF34 "
        "pcnzBXS dbrEG34 dboEB34 pbozBXY pbfJLXY iorsv34 dbiOQ34 pblzBRY pbiJLRY pbiJLXY dbrJL34 closA34 miquwRS filMPRS alqzB3Y "
        "mcqELRS aeiJLX4 afqEGXY firMKRS alqzwXY pfnEGXS plnzBRS aoqEG3Y plnuwXS olrMvRS pfnEGRS aerEGX4 dblOQ34 aoqzBXY afqJL3Y "
        "alqzw3Y crfsK34 aiqJLXY dbiJL34 dboEG34 pbiJQRY mfqEGRS aiqJL3Y",
    ),
    (
        ((1, 1, 1), (2, 0, 2), (0, 3, 2)),
        0,
        "rcMzJRS orszB34 irsuw34 flMOQRS crszB34 oiMuwRS olMuwRS ilMuORS loszB34 ilMOQRS cfMOQRS riMJLRS clMzBRS crszJ34 irsuJ34 "
        "fiMOQRS cfMEGRS riMuwRS ilsOQ34 ilsuw34 cisJL34 rcMzBRS cosEG34 rcMJLRS lrsuw34 crsEG34 orsuE34 riMuJRS ilMuwRS iosuw34 "
        "rlMzBRS rcMEGRS irsJL34 rlMuwRS ciMJLRS cfMEORS lrszB34 flsOQ34 fisOQ34 orsuw34 rfMEGRS cisOQ34 ciMOQRS clMOQRS ilsuO34 "
        "fiMJLRS coszB34 clMzORS fisJL34 orsEG34 ocMzBRS clszB34 frsJL34 fosEG34 losuw34 rfMJLRS clsOQ34 clszO34 frsEG34 crsJL34 "
        "olMzBRS cfMJLRS ocMEGRS ofMEGRS orMzBRS cfsJL34 cfsEG34 orMuERS orMuwRS orMEGRS cfsEO34 cfsOQ34 orsvE34 ciMJQRS adEGO34 "
        "cisJQ34 fisLO34 fisJQ34 fiMJQRS irsvJ34 ocMzGRS rcMGJRS loswz34 fiMLORS rcMAJRS apzGJXY adEOQ34 irsuK34 crsGJ34 cfMEPRS "
        "cfMLORS apzBJXY ilsuP34 ciMLORS rcMELRS crsEL34 olMuBRS clsAO34 lrsuB34 cisLO34 crszG34 clszP34 ilMuPRS rlMwzRS adELO34 "
        "rfMELRS ocMBERS cfMGJRS olMwzRS orswz34 frsGJ34 clMzPRS cosBE34 losuB34 apzJLXY crszK34 rcMzKRS mpuEGRS riMvJRS clMAORS "
        "rfMGJRS crsBE34 orsuB34 orszG34 riMuKRS cfMJQRS cfMELRS ilMvORS",
    ),
    (
        ((1, 1, 1), (2, 0, 2), (2, 0, 3)),
        0,
        "paQXYZ mpLRST mpQRST daB345 adw345 apwXYZ adK345 apAXYZ apKXYZ mpFRST mpARST mpvRST apFXYZ adF345 adP345 dbB345 pbQRYZ "
        "aqwXYZ mqLRST aqw3YZ pbQXYZ pbKXYZ mpwRST adJ34V mpzRS7 apLXYZ adG345 pnFXST arwX4Z arw34Z pbFXYZ rcMRSZ mpBRST aqF3YZ "
        "aeP345 apBXYZ pnAXST adL345 mpuRS7 pbFRYZ mpERS7 dbF345 aqAXYZ aeKX45 crs34Z mqvRST aqFXYZ pnARST pcQRSZ pbKRYZ pbAXYZ "
        "ors34T pnvRST dbP345 adE34V dbK345 pnvXST apGXYZ adO34V mpGRST aeFX45 aeK345 mqFRST cfMRS5 adQ345 mqARST pnFRST aePX45 "
        "pcQXSZ pbARYZ aeF345 aqA3YZ aqKXYZ aqK3YZ paQXY0 afKXY5 arK34Z arFX4Z pcKRSZ mpLRSU afPXY5 orMRST afK3Y5 arF34Z dcB345 "
        "mpQRSU cfs345 pcFRSZ povXYT pcAXSZ pcKXSZ pcARSZ daB346 arKX4Z poFRYT poFXYT arw3YZ poAXYT afF3Y5 poARYT arA34Z pcQXYZ "
        "afP3Y5 arwXYZ pcFXSZ povRYT afFXY5 adw346 arAX4Z mrLRST apwXY0 pcQRYZ aqLXYZ arAXYZ dcK345 aeQ345 mrFRST afFX45 pcAXYZ "
        "pnBRST pbLRYZ afK345 aqL3YZ povXST arA3YZ pcKXYZ mpERS1 mqGRST",
    ),
    (
        ((0, 2, 0), (0, 3, 0), (0, 5, 0)),
        0,
        "CMsEO sMCEG sMCuJ sCMJL sMCzJ CMsJL CMsuO CMszO CMszB CMsuw sMCzB sCMOQ sCMzB sCMuE sCMzJ sMCEO sMCJL sCMuO CMsOQ sMCzO "
        "CMsuJ sMCuE sMCuw CMszJ sCMuJ CMsEG sMCuO sCMzO sMCOQ sCMEO CMsuE sCMuw sCMEG CMsEL sMuCE CMEsu sMCAO sCuwM CMJsL sCMvE "
        "CMEsO sCEuM sCMLO CMEsG sCMBE sCuJM sCuEM sMCvE sCMJQ CMsvO sCMFO sCMGJ sMuCJ sCMvO CMsEP sCMzP sCuMO sMCLO sCMzK sMCJQ "
        "sMCBE sCEMO sMOuC CMsAJ sMCzP sCMEP CMsAO sMCAJ sCMuP sMOCE sMCEL CMJsz CMsGJ sMOCQ CMOsQ sMuwC CMsLO CMsvJ sCMuB sMuCO "
        "CMsBE CMszP CMsJQ CMOsz CMsFO sCzMO sCMuK CMsuB CMOsu sMCzG sCMuF CMszK CMsvE CMsuK sCMvJ sCzJM CMJsu sMCzK sMCuB sCEGM "
        "CMszG CMOsE sMCuF CMsuF sMCvJ sCMwz sMCEP sMCuP sCMAO sMCwz sMCFO sMCvO sCMAJ sCMzG sMOzC CMswz CMsuP sCzBM sCMEL sMCuK "
        "sMCGJ CMzsO sCJLM sMzCO sCJzM sMzCJ sMzBC sMJuC",
    ),
)
