/// Keys as programs have them: literals, which no read counts a reference to.
///
/// Strings made at run time are counted by the loop that hands them out, once for each read. That costs as much as a
/// third of a lookup, and would be measured as a part of it.
enum KeyLiterals {
  /// The keys of the first 100 flags of ``SampleAnswer``.
  static let hits = [
    "feature_flag_number_0", "feature_flag_number_1", "feature_flag_number_2", "feature_flag_number_3",
    "feature_flag_number_4", "feature_flag_number_5", "feature_flag_number_6", "feature_flag_number_7",
    "feature_flag_number_8", "feature_flag_number_9", "feature_flag_number_10", "feature_flag_number_11",
    "feature_flag_number_12", "feature_flag_number_13", "feature_flag_number_14", "feature_flag_number_15",
    "feature_flag_number_16", "feature_flag_number_17", "feature_flag_number_18", "feature_flag_number_19",
    "feature_flag_number_20", "feature_flag_number_21", "feature_flag_number_22", "feature_flag_number_23",
    "feature_flag_number_24", "feature_flag_number_25", "feature_flag_number_26", "feature_flag_number_27",
    "feature_flag_number_28", "feature_flag_number_29", "feature_flag_number_30", "feature_flag_number_31",
    "feature_flag_number_32", "feature_flag_number_33", "feature_flag_number_34", "feature_flag_number_35",
    "feature_flag_number_36", "feature_flag_number_37", "feature_flag_number_38", "feature_flag_number_39",
    "feature_flag_number_40", "feature_flag_number_41", "feature_flag_number_42", "feature_flag_number_43",
    "feature_flag_number_44", "feature_flag_number_45", "feature_flag_number_46", "feature_flag_number_47",
    "feature_flag_number_48", "feature_flag_number_49", "feature_flag_number_50", "feature_flag_number_51",
    "feature_flag_number_52", "feature_flag_number_53", "feature_flag_number_54", "feature_flag_number_55",
    "feature_flag_number_56", "feature_flag_number_57", "feature_flag_number_58", "feature_flag_number_59",
    "feature_flag_number_60", "feature_flag_number_61", "feature_flag_number_62", "feature_flag_number_63",
    "feature_flag_number_64", "feature_flag_number_65", "feature_flag_number_66", "feature_flag_number_67",
    "feature_flag_number_68", "feature_flag_number_69", "feature_flag_number_70", "feature_flag_number_71",
    "feature_flag_number_72", "feature_flag_number_73", "feature_flag_number_74", "feature_flag_number_75",
    "feature_flag_number_76", "feature_flag_number_77", "feature_flag_number_78", "feature_flag_number_79",
    "feature_flag_number_80", "feature_flag_number_81", "feature_flag_number_82", "feature_flag_number_83",
    "feature_flag_number_84", "feature_flag_number_85", "feature_flag_number_86", "feature_flag_number_87",
    "feature_flag_number_88", "feature_flag_number_89", "feature_flag_number_90", "feature_flag_number_91",
    "feature_flag_number_92", "feature_flag_number_93", "feature_flag_number_94", "feature_flag_number_95",
    "feature_flag_number_96", "feature_flag_number_97", "feature_flag_number_98", "feature_flag_number_99",
  ]

  /// Keys of no flag, as long as those of the flags.
  static let misses = [
    "missing_flag_number_0", "missing_flag_number_1", "missing_flag_number_2", "missing_flag_number_3",
    "missing_flag_number_4", "missing_flag_number_5", "missing_flag_number_6", "missing_flag_number_7",
    "missing_flag_number_8", "missing_flag_number_9", "missing_flag_number_10", "missing_flag_number_11",
    "missing_flag_number_12", "missing_flag_number_13", "missing_flag_number_14", "missing_flag_number_15",
    "missing_flag_number_16", "missing_flag_number_17", "missing_flag_number_18", "missing_flag_number_19",
    "missing_flag_number_20", "missing_flag_number_21", "missing_flag_number_22", "missing_flag_number_23",
    "missing_flag_number_24", "missing_flag_number_25", "missing_flag_number_26", "missing_flag_number_27",
    "missing_flag_number_28", "missing_flag_number_29", "missing_flag_number_30", "missing_flag_number_31",
    "missing_flag_number_32", "missing_flag_number_33", "missing_flag_number_34", "missing_flag_number_35",
    "missing_flag_number_36", "missing_flag_number_37", "missing_flag_number_38", "missing_flag_number_39",
    "missing_flag_number_40", "missing_flag_number_41", "missing_flag_number_42", "missing_flag_number_43",
    "missing_flag_number_44", "missing_flag_number_45", "missing_flag_number_46", "missing_flag_number_47",
    "missing_flag_number_48", "missing_flag_number_49", "missing_flag_number_50", "missing_flag_number_51",
    "missing_flag_number_52", "missing_flag_number_53", "missing_flag_number_54", "missing_flag_number_55",
    "missing_flag_number_56", "missing_flag_number_57", "missing_flag_number_58", "missing_flag_number_59",
    "missing_flag_number_60", "missing_flag_number_61", "missing_flag_number_62", "missing_flag_number_63",
    "missing_flag_number_64", "missing_flag_number_65", "missing_flag_number_66", "missing_flag_number_67",
    "missing_flag_number_68", "missing_flag_number_69", "missing_flag_number_70", "missing_flag_number_71",
    "missing_flag_number_72", "missing_flag_number_73", "missing_flag_number_74", "missing_flag_number_75",
    "missing_flag_number_76", "missing_flag_number_77", "missing_flag_number_78", "missing_flag_number_79",
    "missing_flag_number_80", "missing_flag_number_81", "missing_flag_number_82", "missing_flag_number_83",
    "missing_flag_number_84", "missing_flag_number_85", "missing_flag_number_86", "missing_flag_number_87",
    "missing_flag_number_88", "missing_flag_number_89", "missing_flag_number_90", "missing_flag_number_91",
    "missing_flag_number_92", "missing_flag_number_93", "missing_flag_number_94", "missing_flag_number_95",
    "missing_flag_number_96", "missing_flag_number_97", "missing_flag_number_98", "missing_flag_number_99",
  ]
}
